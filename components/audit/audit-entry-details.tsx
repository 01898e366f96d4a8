import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useMessages, useTranslations } from "next-intl";
import type { AuditEntry } from "@/lib/audit/schemas";
import { type Fact, FactList } from "../ui/fact-list";
import { Identifier } from "../ui/identifier";
import { actionLabel, targetLabel } from "./audit-words";
import { ChangeLines } from "./change-lines";

export interface AuditEntryDetailsProps {
  entry: AuditEntry;
  /** `/organization/{id}/clients`. */
  clientsPath: string;
}

/** What was done to what; opens to what it changed, and everything that is known about it. */
export function AuditEntryDetails({ entry, clientsPath }: AuditEntryDetailsProps) {
  const { audit } = useMessages();
  const t = useTranslations("audit.targets");
  return (
    <details>
      <summary className="flex min-h-8 items-start gap-1.5 rounded-sm py-1">
        <ChevronRight
          className="chevron mt-1 size-4 shrink-0 text-muted rtl:-scale-x-100"
          aria-hidden="true"
        />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span className="font-semibold">{actionLabel(audit, entry.action)}</span>{" "}
          <span className="text-muted">
            <bdi>{targetLabel(t, entry)}</bdi>
          </span>
        </span>
      </summary>
      <div className="grid gap-5 pt-2 pb-3 sm:ps-5.5">
        <ChangeLines before={entry.before} after={entry.after} />
        <Facts entry={entry} clientsPath={clientsPath} />
      </div>
    </details>
  );
}

function Facts({ entry, clientsPath }: AuditEntryDetailsProps) {
  const t = useTranslations("audit.entry");
  const { actor, target } = entry;
  const [kind, id = ""] = target.split(":", 2);
  const facts: Fact[] = [
    { label: t("action"), value: <code className="font-mono text-sm">{entry.action}</code> },
    {
      label: t("target"),
      value:
        kind === "client" && entry.target_name ? (
          <Link href={`${clientsPath}/${id}`} className="inline-link">
            <bdi>{entry.target_name}</bdi>
          </Link>
        ) : (
          <Identifier value={target} what={t("targetCopied")} />
        ),
    },
    {
      label: t("actor"),
      value: <Identifier value={`${actor.type}:${actor.id}`} what={t("actorCopied")} />,
    },
    {
      label: t("requestId"),
      value: <Identifier value={entry.request_id} what={t("requestIdCopied")} />,
    },
    { label: t("id"), value: entry.id },
    { label: t("hash"), value: <Identifier value={entry.hash} what={t("hashCopied")} /> },
  ];
  return <FactList facts={facts} />;
}
