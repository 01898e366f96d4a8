import type { AuditEntry } from "@/lib/audit/schemas";
import { type Column, DataTable } from "../ui/data-table";
import { Timestamp } from "../ui/timestamp";
import { AuditEntryDetails } from "./audit-entry-details";
import { actorLabel } from "./audit-words";

export interface AuditTableProps {
  entries: readonly AuditEntry[];
  /** `/organization/{id}/clients`. */
  clientsPath: string;
}

/** Entries of an audit log, each of which opens. */
export function AuditTable({ entries, clientsPath }: AuditTableProps) {
  return (
    <DataTable
      caption="Audit log, newest first"
      columns={columnsOf(clientsPath)}
      rows={entries}
      rowKey={(entry) => entry.id}
    />
  );
}

function columnsOf(clientsPath: string): Column<AuditEntry>[] {
  return [
    {
      key: "when",
      label: "When",
      className: "sm:w-48",
      cell: (entry) => <Timestamp value={entry.created_at} />,
    },
    {
      key: "who",
      label: "Who",
      className: "sm:w-56",
      cell: ({ actor }) => (
        <div className="min-w-0">
          <bdi>{actorLabel(actor)}</bdi>
          <span className="block text-muted text-sm [overflow-wrap:anywhere]">
            {actor.email ?? (actor.type === "client" ? "By token" : "")}
          </span>
        </div>
      ),
    },
    {
      key: "what",
      label: "What",
      // On a phone it needs the whole width of the card.
      className: "max-sm:block!",
      cell: (entry) => <AuditEntryDetails entry={entry} clientsPath={clientsPath} />,
    },
    {
      key: "address",
      label: "Address",
      className: "sm:w-40",
      cell: (entry) => (
        <span className="tabular-nums [overflow-wrap:anywhere]">
          {entry.ip_address ?? "Unknown"}
        </span>
      ),
    },
  ];
}
