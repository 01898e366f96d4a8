import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type Column, DataTable } from "../ui/data-table";
import { Timestamp } from "../ui/timestamp";
import { type ClientListQuery, clientListHref } from "./client-list-query";
import { ClientNameCell } from "./client-name-cell";
import { ClientStatusBadge } from "./client-status-badge";
import type { ClientRow } from "./client-views";
import { TimestampOrNever } from "./timestamp-or-never";

export interface ClientTableProps {
  /** Path of the list; a client's page is one segment below. */
  path: string;
  query: ClientListQuery;
  rows: readonly ClientRow[];
  /** Before the name, such as a checkbox. */
  leadOf?: (row: ClientRow) => ReactNode;
}

/** The clients of one page of the list. */
export function ClientTable({ path, query, rows, leadOf }: ClientTableProps) {
  const t = useTranslations("clients.table");
  const typeName = useTranslations("clientWords.types");
  const columns: Column<ClientRow>[] = [
    {
      key: "name",
      label: t("name"),
      heading: <SortLink path={path} query={query} field="name" label={t("name")} />,
      sorted: sortedBy(query, "name"),
      className: "wrap-anywhere min-w-48",
      cell: (row) => <ClientNameCell path={path} query={query} row={row} lead={leadOf?.(row)} />,
    },
    { key: "type", label: t("type"), cell: (row) => typeName(row.clientType) },
    { key: "status", label: t("status"), cell: (row) => <ClientStatusBadge status={row.status} /> },
    {
      key: "scopes",
      label: t("scopes"),
      className: "tabular-nums sm:text-end",
      cell: (row) => row.scopeCount,
    },
    {
      key: "created",
      label: t("created"),
      heading: <SortLink path={path} query={query} field="created_at" label={t("created")} />,
      sorted: sortedBy(query, "created_at"),
      className: "text-sm",
      cell: (row) => <Timestamp value={row.createdAt} day />,
    },
    {
      key: "used",
      label: t("lastUsed"),
      className: "text-sm",
      cell: (row) => <TimestampOrNever value={row.lastUsedAt} />,
    },
  ];
  return (
    <DataTable
      caption={t("caption")}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.clientId}
    />
  );
}

type SortField = "name" | "created_at";

function sortedBy(
  query: ClientListQuery,
  field: SortField,
): "ascending" | "descending" | undefined {
  if (query.sort === field) return "ascending";
  return query.sort === `-${field}` ? "descending" : undefined;
}

function SortLink(props: {
  path: string;
  query: ClientListQuery;
  field: SortField;
  label: string;
}) {
  const { path, query, field, label } = props;
  const direction = sortedBy(query, field);
  const Icon = direction ? { ascending: ArrowUp, descending: ArrowDown }[direction] : ArrowUpDown;
  const next = direction === "ascending" ? (`-${field}` as const) : field;
  return (
    <Link
      href={clientListHref(path, { ...query, sort: next, page: 1 })}
      className="-mx-1 inline-flex min-h-8 items-center gap-1 rounded-sm px-1 hover:text-ink"
    >
      {label}
      <Icon className="size-3.5" aria-hidden="true" />
    </Link>
  );
}
