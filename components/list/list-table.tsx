import clsx from "clsx";
import type { ReactNode } from "react";
import { EmptyState } from "../ui/empty-state";
import { FoldedGroup } from "./folded-group";
import { RowKeys } from "./row-keys";

/** A column of a list. */
export interface ListColumn<Row> {
  key: string;
  /** Its heading, which screen readers also get where it is not shown. */
  label: string;
  /** Replaces the label in the heading, for sort links. */
  heading?: ReactNode;
  sorted?: "ascending" | "descending" | undefined;
  /** Classes of its width; columns without one share what is left. */
  width?: string;
  align?: "start" | "end";
  /** The narrowest screen that shows it in a row of its own cells; phones follow `phone`. */
  from?: "md" | "lg";
  /**
   * Where phones show it: before or after the name, in the second line, which has room for four, there after its label,
   * in a line of its own after its label, or not at all.
   */
  phone?: "start" | "end" | "second" | "named" | "line" | "none";
  /** True lets the row grow; otherwise the cell has one line, cut at its end. */
  grows?: boolean;
  cell: (row: Row) => ReactNode;
}

export interface ListTableProps<Row> {
  /** Describes the list; for screen readers only. */
  caption: string;
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** In place of a list without rows. */
  empty?: { title: string; next: string };
  /** The column that names a row; the first one unless given. */
  nameKey?: string;
  /** Height of a row in px: 48 for things, 36 for entries of a log. */
  rowHeight?: 36 | 48;
  /** The group of a row; a heading stands above the rows that share one. */
  groupOf?: (row: Row) => string;
  /** True shows only the headings of groups until one opens them. */
  foldsGroups?: boolean;
  /** The row whose details are open. */
  openKey?: string | undefined;
}

/** A list with one row for each thing; phones get two lines. A `RowLink` in a cell makes its whole row a link. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { caption, columns, rows, rowKey, empty, groupOf, foldsGroups, rowHeight = 48 } = props;
  if (rows.length === 0 && empty) return <EmptyState {...empty} />;
  return (
    <RowKeys>
      <table className="list-table w-full table-fixed border-collapse text-start text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                aria-sort={column.sorted}
                className={clsx(
                  "sticky top-0 z-20 h-8 overflow-hidden text-ellipsis whitespace-nowrap bg-sunken px-2 font-semibold text-muted text-xs first:ps-4 last:pe-4 sm:last:pe-5 sm:first:ps-5",
                  cellClass(column),
                )}
              >
                {column.heading ?? column.label}
              </th>
            ))}
          </tr>
        </thead>
        {groups(rows, groupOf).map(({ name, members }) => {
          const key = members.map(rowKey).at(0) ?? "";
          const shown = members.map((row) => (
            <Row key={rowKey(row)} {...props} row={row} rowHeight={rowHeight} />
          ));
          if (foldsGroups && name !== null) {
            return (
              <FoldedGroup key={key} name={name} count={members.length} columns={columns.length}>
                {shown}
              </FoldedGroup>
            );
          }
          return (
            <tbody key={key} className="divide-y divide-line">
              {name === null ? null : (
                <tr data-group="">
                  <th
                    scope="rowgroup"
                    colSpan={columns.length}
                    className="h-7 bg-sunken px-4 text-start font-semibold text-muted text-xs sm:px-5"
                  >
                    {name}
                  </th>
                </tr>
              )}
              {shown}
            </tbody>
          );
        })}
      </table>
    </RowKeys>
  );
}

function Row<Item>(props: ListTableProps<Item> & { row: Item }) {
  const { columns, row, rowKey, rowHeight, openKey, nameKey = columns[0]?.key } = props;
  return (
    <tr
      aria-current={openKey !== undefined && openKey === rowKey(row) ? "true" : undefined}
      className="relative hover:bg-hover has-[:checked]:bg-hover aria-[current]:bg-brass-soft"
    >
      {columns.map((column) => {
        const isName = column.key === nameKey;
        const Cell = isName ? "th" : "td";
        return (
          <Cell
            key={column.key}
            scope={isName ? "row" : undefined}
            data-phone={isName ? "name" : (column.phone ?? "second")}
            data-label={column.phone && column.label}
            className={clsx(
              "font-normal sm:px-2 sm:last:pe-5 sm:first:ps-5",
              rowHeight === 36 ? "sm:h-9" : "sm:h-12",
              !column.grows && "overflow-hidden text-ellipsis whitespace-nowrap",
              cellClass(column),
            )}
          >
            {column.cell(row)}
          </Cell>
        );
      })}
    </tr>
  );
}

function cellClass({ width, align, from }: Pick<ListColumn<never>, "width" | "align" | "from">) {
  return clsx(
    width,
    align === "end" ? "sm:text-end" : "text-start",
    from === "md" && "sm:max-md:hidden",
    from === "lg" && "sm:max-lg:hidden",
  );
}

function groups<Row>(
  rows: readonly Row[],
  groupOf: ((row: Row) => string) | undefined,
): { name: string | null; members: Row[] }[] {
  const groups: { name: string | null; members: Row[] }[] = [];
  for (const row of rows) {
    const name = groupOf ? groupOf(row) : null;
    const last = groups.at(-1);
    if (last && last.name === name) last.members.push(row);
    else groups.push({ name, members: [row] });
  }
  return groups;
}
