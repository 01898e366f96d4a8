import { useTranslations } from "next-intl";
import type { DirectoryClient } from "@/lib/directory/clients/schemas";
import { Badge } from "../../ui/badge";
import { type Column, DataTable } from "../../ui/data-table";
import { Timestamp } from "../../ui/timestamp";
import { RowButton } from "../row-button";
import { StatusBadge } from "../status-badge";
import { PublisherCell } from "./publisher-cell";

export interface ExtensionTableProps {
  clients: readonly DirectoryClient[];
  /** Null for people who may only look. */
  onSuspend: ((client: DirectoryClient) => void) | null;
  onEndSuspension: (client: DirectoryClient) => void;
}

/** Extensions of one page of the list. */
export function ExtensionTable({ clients, onSuspend, onEndSuspension }: ExtensionTableProps) {
  const t = useTranslations("platform.extensions");
  const columns: Column<DirectoryClient>[] = [
    {
      key: "name",
      label: t("table.name"),
      className: "min-w-48",
      cell: ({ name, client_id: id }) => (
        <div className="grid min-w-0 gap-0.5">
          <bdi className="wrap-anywhere font-semibold">{name}</bdi>
          <code className="wrap-anywhere font-mono text-muted text-sm">{id}</code>
        </div>
      ),
    },
    {
      key: "publisher",
      label: t("table.publisher"),
      cell: (client) => <PublisherCell {...client} />,
    },
    {
      key: "status",
      label: t("table.status"),
      className: "min-w-40",
      cell: (client) => <StateCell {...client} />,
    },
    {
      key: "listing",
      label: t("table.listing"),
      cell: ({ listing, listing_requested_at: requestedAt }) => (
        <div className="grid gap-1">
          <Badge tone={listing === "listed" ? "info" : "neutral"}>{t(`listing.${listing}`)}</Badge>
          {requestedAt ? <Badge tone="warning">{t("requested")}</Badge> : null}
        </div>
      ),
    },
  ];
  if (onSuspend) {
    columns.push({
      key: "actions",
      label: t("table.actions"),
      heading: <span className="sr-only">{t("table.actions")}</span>,
      cell: (client) => (
        <div className="flex flex-wrap gap-2 sm:justify-end">
          {client.suspended ? (
            <RowButton name={client.name} onClick={() => onEndSuspension(client)}>
              {t("endSuspension")}
            </RowButton>
          ) : (
            <RowButton name={client.name} onClick={() => onSuspend(client)}>
              {t("suspend.open")}
            </RowButton>
          )}
        </div>
      ),
    });
  }
  return (
    <DataTable
      caption={t("title")}
      columns={columns}
      rows={clients}
      rowKey={({ client_id: id }) => id}
    />
  );
}

function StateCell(client: DirectoryClient) {
  const t = useTranslations("platform.extensions.table");
  const { suspended, suspended_at: since, reason, is_active: isActive } = client;
  if (!suspended)
    return isActive ? <StatusBadge status="active" /> : <Badge>{t("inactive")}</Badge>;
  return (
    <div className="grid gap-0.5 text-sm">
      <StatusBadge status="suspended" />
      <bdi className="wrap-anywhere">{reason}</bdi>
      {since ? (
        <span className="text-muted">
          <Timestamp value={since} />
        </span>
      ) : null}
    </div>
  );
}
