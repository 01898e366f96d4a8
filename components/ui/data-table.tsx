import clsx from "clsx";
import type { ReactNode } from "react";

export interface Column<Row> {
  key: string;
  /** Column heading, and the label of the cell on phones. */
  label: string;
  /** Replaces the label in the heading, for sort links. */
  heading?: ReactNode;
  sorted?: "ascending" | "descending";
  align?: "start" | "end";
  className?: string;
  cell: (row: Row) => ReactNode;
}

export interface DataTableProps<Row> {
  /** Describes the table; for screen readers only. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/**
 * A table whose first column names the row. Under 640 px each row becomes a card with the column
 * labels in front of the values.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey } = props;
  return (
    <table className="card-table w-full border-collapse text-start">
      <caption className="sr-only">{caption}</caption>
      <thead className="bg-sunken text-muted text-sm">
        <tr>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              aria-sort={column.sorted}
              className={clsx(
                "px-4 py-1.5 font-semibold first:ps-6 last:pe-6",
                column.align === "end" ? "text-end" : "text-start",
                column.className,
              )}
            >
              {column.heading ?? column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map((row) => (
          <tr key={rowKey(row)} className="hover:bg-hover">
            {columns.map((column, position) => (
              <BodyCell key={column.key} column={column} row={row} isName={position === 0} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface BodyCellProps<Row> {
  column: Column<Row>;
  row: Row;
  isName: boolean;
}

function BodyCell<Row>(props: BodyCellProps<Row>) {
  const { column, row, isName } = props;
  const className = clsx(
    "align-top font-normal sm:px-4 sm:py-3 sm:first:ps-6 sm:last:pe-6",
    column.align === "end" ? "text-end" : "text-start",
    column.className,
  );
  if (isName) {
    return (
      <th scope="row" className={className}>
        {column.cell(row)}
      </th>
    );
  }
  return (
    <td data-label={column.label} className={className}>
      {column.cell(row)}
    </td>
  );
}
