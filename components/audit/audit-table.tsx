import { useMessages, useTranslations } from "next-intl";
import type { AuditEntry } from "@/lib/audit/schemas";
import { type Column, DataTable } from "../ui/data-table";
import { Timestamp } from "../ui/timestamp";
import { AuditEntryDetails } from "./audit-entry-details";
import { type AuditWords, actorLabel, valueLabel } from "./audit-words";

export interface AuditTableProps {
  entries: readonly AuditEntry[];
  /** `/organization/{id}/clients`; null if clients have no page here. */
  clientsPath: string | null;
}

/** Entries of an audit log; each can be opened. */
export function AuditTable({ entries, clientsPath }: AuditTableProps) {
  const t = useTranslations("audit.table");
  const { audit } = useMessages();
  return (
    <DataTable
      caption={t("caption")}
      columns={columnsOf(audit, t, clientsPath)}
      rows={entries}
      rowKey={(entry) => entry.id}
    />
  );
}

function columnsOf(
  words: AuditWords,
  t: ReturnType<typeof useTranslations<"audit.table">>,
  clientsPath: string | null,
): Column<AuditEntry>[] {
  return [
    {
      key: "when",
      label: t("when"),
      className: "sm:w-48",
      cell: (entry) => <Timestamp value={entry.created_at} />,
    },
    {
      key: "who",
      label: t("who"),
      className: "sm:w-56",
      cell: ({ actor }) => (
        <div className="wrap-anywhere min-w-0">
          <bdi>{actorLabel(words, actor)}</bdi>
          <span className="block text-muted text-sm">
            {actor.email ?? (actor.type === "client" ? t("byToken") : "")}
          </span>
        </div>
      ),
    },
    {
      key: "what",
      label: t("what"),
      // On a phone it needs the whole width of the card.
      className: "max-sm:block!",
      cell: (entry) => <AuditEntryDetails entry={entry} clientsPath={clientsPath} />,
    },
    {
      key: "address",
      label: t("address"),
      className: "sm:w-40",
      cell: (entry) => (
        <span className="tabular-nums [overflow-wrap:anywhere]">
          {entry.ip_address ? valueLabel(words, entry.ip_address) : t("unknownAddress")}
        </span>
      ),
    },
  ];
}
