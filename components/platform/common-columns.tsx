import type { ReactNode } from "react";
import type { Column } from "../ui/data-table";
import { Timestamp } from "../ui/timestamp";
import { type Status, StatusBadge } from "./status-badge";

/** What names a row. */
export interface RowName {
  name: string;
  id: string | number;
  badges?: ReactNode;
}

/** The first column of a list: names, and ids below them. */
export function nameColumn<Row>(label: string, nameOf: (row: Row) => RowName): Column<Row> {
  return {
    key: "name",
    label,
    className: "min-w-48",
    cell: (row) => {
      const { name, id, badges } = nameOf(row);
      return (
        <div className="grid min-w-0 gap-0.5">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
            <bdi className="wrap-anywhere">{name}</bdi>
            {badges}
          </span>
          <code className="wrap-anywhere font-mono text-muted text-sm">{id}</code>
        </div>
      );
    },
  };
}

/** Whether each row works. */
export function statusColumn<Row extends { status: Status }>(label: string): Column<Row> {
  return { key: "status", label, cell: ({ status }) => <StatusBadge status={status} /> };
}

/** When each row was stored. */
export function sinceColumn<Row extends { created_at: string }>(label: string): Column<Row> {
  return {
    key: "since",
    label,
    className: "text-sm",
    cell: ({ created_at: since }) => <Timestamp value={since} day />,
  };
}
