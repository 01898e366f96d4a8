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
  /** For rows of one line, with buttons. */
  dense?: boolean;
  /** The heading that a row stands under; rows with the same one come together. */
  groupOf?: (row: Row) => string;
}

/**
 * A table whose first column names the row. Under 640 px each row becomes a card with the column
 * labels in front of the values.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, dense = false, groupOf } = props;
  const groups = groupOf ? Map.groupBy(rows, groupOf) : new Map([[null, rows]]);
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
      {[...groups].map(([group, members]) => (
        <tbody key={group} className="divide-y divide-line">
          {group === null ? null : (
            <tr className="bg-sunken">
              <th
                scope="rowgroup"
                colSpan={columns.length}
                className="px-4 py-1.5 text-start sm:px-6"
              >
                <bdi>{group}</bdi>
              </th>
            </tr>
          )}
          {members.map((row) => (
            <tr key={rowKey(row)} className="hover:bg-hover">
              {columns.map((column, position) => (
                <BodyCell
                  key={column.key}
                  column={column}
                  row={row}
                  isName={position === 0}
                  dense={dense}
                />
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

interface BodyCellProps<Row> {
  column: Column<Row>;
  row: Row;
  isName: boolean;
  dense: boolean;
}

function BodyCell<Row>(props: BodyCellProps<Row>) {
  const { column, row, isName, dense } = props;
  const className = clsx(
    "font-normal sm:px-4 sm:first:ps-6 sm:last:pe-6",
    // Baselines, because buttons are higher than text.
    dense ? "align-top sm:py-2 sm:align-baseline" : "align-top sm:py-3",
    column.align === "end" ? "sm:text-end" : "text-start",
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
