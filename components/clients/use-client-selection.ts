import { useState } from "react";
import type { ClientRow } from "./client-views";

/** The clients that are selected on this page of the list. */
export interface ClientSelection {
  /** In the order of the list; never one that is not on the page. */
  selectedRows: readonly ClientRow[];
  isChosen: (row: ClientRow) => boolean;
  choose: (row: ClientRow, isChosen: boolean) => void;
  /** Selects every client on the page, or none. */
  chooseAll: (isChosen: boolean) => void;
}

/** Keeps which clients are chosen; one that leaves the page is no longer among them. */
export function useClientSelection(rows: readonly ClientRow[]): ClientSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selectedRows = rows.filter((row) => ids.has(row.clientId));
  return {
    selectedRows: selectedRows,
    isChosen: (row) => ids.has(row.clientId),
    choose: (row, isChosen) => {
      const otherIds = selectedRows
        .map(({ clientId }) => clientId)
        .filter((id) => id !== row.clientId);
      setIds(new Set(isChosen ? [...otherIds, row.clientId] : otherIds));
    },
    chooseAll: (isChosen) => setIds(new Set(isChosen ? rows.map((row) => row.clientId) : [])),
  };
}
