import Link from "next/link";
import { useMessages, useTranslations } from "next-intl";
import type { AuditEntry } from "@/lib/audit/schemas";
import { Disclosure } from "../ui/disclosure";
import { type Fact, FactList } from "../ui/fact-list";
import { Identifier } from "../ui/identifier";
import { actionLabel, targetLabel } from "./audit-words";
import { ChangeLines } from "./change-lines";

export interface AuditEntryDetailsProps {
  entry: AuditEntry;
  /** `/organization/{id}/clients`; null if clients have no page here. */
  clientsPath: string | null;
}

/** An action and its target; opens to show the changes and all other facts. */
export function AuditEntryDetails({ entry, clientsPath }: AuditEntryDetailsProps) {
  const { audit } = useMessages();
  const t = useTranslations("audit.targets");
  return (
    <Disclosure
      look="row"
      summary={
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span className="font-semibold">{actionLabel(audit, entry.action)}</span>{" "}
          <span className="text-muted">
            <bdi>{targetLabel(audit, t, entry)}</bdi>
          </span>
        </span>
      }
    >
      <div className="grid gap-5 pb-3 sm:ps-5.5">
        <ChangeLines before={entry.before} after={entry.after} />
        <Facts entry={entry} clientsPath={clientsPath} />
      </div>
    </Disclosure>
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
        kind === "client" && entry.target_name && clientsPath ? (
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
