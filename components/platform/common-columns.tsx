import type { ReactNode } from "react";
import type { Column } from "../ui/data-table";
import { Timestamp } from "../ui/timestamp";
import { type Status, StatusBadge } from "./status-badge";

export interface RowName {
  name: string;
  id: string | number;
  badges?: ReactNode;
}

/** The first column of a list: names with their ids. */
export function nameColumn<Row>(label: string, nameOf: (row: Row) => RowName): Column<Row> {
  return {
    key: "name",
    label,
    className: "min-w-48",
    cell: (row) => {
      const { name, id, badges } = nameOf(row);
      return (
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <bdi className="wrap-anywhere font-semibold">{name}</bdi>
          <code className="wrap-anywhere font-mono text-muted text-sm">{id}</code>
          {badges}
        </div>
      );
    },
  };
}

/** The column with each row's status. */
export function statusColumn<Row extends { status: Status }>(label: string): Column<Row> {
  return { key: "status", label, cell: ({ status }) => <StatusBadge status={status} /> };
}

/** The column with each row's creation time. */
export function sinceColumn<Row extends { created_at: string }>(label: string): Column<Row> {
  return {
    key: "since",
    label,
    className: "text-sm",
    cell: ({ created_at: since }) => <Timestamp value={since} day />,
  };
}
