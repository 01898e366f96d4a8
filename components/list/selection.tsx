"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Checkbox } from "../ui/checkbox";
import type { ListColumn } from "./list-table";

/** The rows of a page that are selected, in the order of the list. */
export interface Selection<Row> {
  rows: readonly Row[];
  clear: () => void;
}

const LOOK = "-ms-1.5 flex size-8 items-center justify-center [&_input]:mt-0 [&_input]:size-4";

/** Rows that can be selected, with the column of checkboxes. A row that leaves the page is no longer selected. */
export function useSelection<Row>(
  all: readonly Row[],
  idOf: (row: Row) => string,
  nameOf: (row: Row) => string,
): Selection<Row> & { column: ListColumn<Row> } {
  const t = useTranslations("shell.list");
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const rows = all.filter((row) => ids.has(idOf(row)));
  const isWhole = rows.length === all.length;
  const choose = (chosen: readonly Row[]) => setIds(new Set(chosen.map(idOf)));
  return {
    rows,
    clear: () => choose([]),
    column: {
      key: "selected",
      label: "",
      heading: (
        <Checkbox
          className={LOOK}
          label={<span className="sr-only">{t("selectAll", { count: all.length })}</span>}
          checked={isWhole}
          ref={(input) => {
            if (input) input.indeterminate = rows.length > 0 && !isWhole;
          }}
          onChange={({ target }) => choose(target.checked ? all : [])}
        />
      ),
      width: "sm:w-12",
      phone: "start",
      cell: (row) => (
        <Checkbox
          className={`relative z-10 ${LOOK}`}
          label={<span className="sr-only">{t("select", { name: nameOf(row) })}</span>}
          checked={ids.has(idOf(row))}
          onChange={({ target }) =>
            choose(target.checked ? [...rows, row] : rows.filter((other) => other !== row))
          }
        />
      ),
    },
  };
}
