import { useMessages, useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import type { AuditEntry } from "@/lib/audit/schemas";
import { type ListColumn, ListTable } from "../list/list-table";
import { Disclosure } from "../ui/disclosure";
import { type Fact, FactList } from "../ui/fact-list";
import { Identifier } from "../ui/identifier";
import { Timestamp } from "../ui/timestamp";
import { AuditSentence } from "./audit-sentence";
import { type AuditWords, valueLabel } from "./audit-words";
import { ChangeLines } from "./change-lines";

interface AuditTableProps {
  entries: readonly AuditEntry[];
  /** `/organization/{id}/clients`; null if clients have no page here. */
  clientsPath: string | null;
}

/** Entries of an audit log; each can be opened. */
export function AuditTable({ entries, clientsPath }: AuditTableProps) {
  const t = useTranslations("audit.table");
  const { audit } = useMessages();
  return (
    <ListTable
      caption={t("caption")}
      columns={columnsOf(audit, t, clientsPath)}
      rows={entries}
      rowKey={(entry) => entry.id}
      nameKey="what"
    />
  );
}

function columnsOf(
  words: AuditWords,
  t: ReturnType<typeof useTranslations<"audit.table">>,
  clientsPath: string | null,
): ListColumn<AuditEntry>[] {
  return [
    {
      key: "when",
      label: t("when"),
      width: "sm:w-36",
      cell: (entry) => <Timestamp value={entry.created_at} />,
    },
    {
      key: "what",
      label: t("what"),
      grows: true,
      cell: (entry) => <AuditEntryDetails entry={entry} clientsPath={clientsPath} />,
    },
    {
      key: "address",
      label: t("address"),
      width: "sm:w-36 tabular-nums",
      from: "md",
      cell: (entry) => entry.ip_address && valueLabel(words, entry.ip_address),
    },
  ];
}

interface AuditEntryDetailsProps {
  entry: AuditEntry;
  /** `/organization/{id}/clients`; null if clients have no page here. */
  clientsPath: string | null;
}

/** What happened, in a sentence; opens to show the changes and all other facts. */
function AuditEntryDetails({ entry, clientsPath }: AuditEntryDetailsProps) {
  return (
    <Disclosure
      look="row"
      summary={
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <AuditSentence entry={entry} />
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
      value: (
        <>
          {actor.email ? <bdi>{actor.email}</bdi> : null}
          <Identifier value={`${actor.type}:${actor.id}`} what={t("actorCopied")} />
        </>
      ),
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
