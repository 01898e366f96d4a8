"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { sendCall } from "@/lib/api/client/call";
import { changeClientsCall } from "@/lib/api/client/client-calls";
import { Checkbox } from "../ui/checkbox";
import { ActionErrorNotice, useClientAction } from "./action-error-notice";
import { BulkActionBar } from "./bulk-action-bar";
import { ClientTable, type ClientTableProps } from "./client-table";
import type { ClientRow } from "./client-views";
import { type BulkChange, type BulkOutcome, presentBulkOutcome } from "./list-outcome";

interface SelectableClientTableProps extends Omit<ClientTableProps, "choice"> {
  organizationId: string;
  onChanged: (outcome: BulkOutcome) => Promise<void>;
}

/** The clients of one page of the list, of which many can be changed at once. */
export function SelectableClientTable(props: SelectableClientTableProps) {
  const { organizationId, rows, onChanged, ...table } = props;
  const t = useTranslations("clients.choice");
  const selection = useClientSelection(rows);
  const { selectedRows } = selection;
  const { error, pending, run, forget } = useClientAction();
  const change = (newChange: BulkChange) =>
    run(async () => {
      const client_ids = selectedRows.map(({ clientId }) => clientId);
      const result = await sendCall(
        changeClientsCall(organizationId, { ...newChange, client_ids }),
      );
      await onChanged(presentBulkOutcome(newChange, selectedRows, result));
    });
  return (
    <>
      {/* The bar must not cover the focused element. */}
      <div className={selectedRows.length > 0 ? "sm:[&_:is(a,input)]:scroll-mb-32" : undefined}>
        <ClientTable
          {...table}
          rows={rows}
          choice={{
            heading: <ChooseAll count={rows.length} selection={selection} />,
            of: (row) => (
              <Checkbox
                className="relative z-10 -ms-1.5 flex size-8 items-center justify-center [&_input]:mt-0 [&_input]:size-4"
                label={<span className="sr-only">{t("one", { name: row.name })}</span>}
                checked={selection.isChosen(row)}
                onChange={(event) => selection.choose(row, event.currentTarget.checked)}
              />
            ),
          }}
        />
      </div>
      {error ? (
        <div className="border-line border-t p-4 sm:px-6">
          <ActionErrorNotice error={error} onReload={forget} />
        </div>
      ) : null}
      {selectedRows.length > 0 ? (
        <BulkActionBar
          selectedRows={selectedRows}
          pending={pending}
          onChange={change}
          onClear={() => selection.chooseAll(false)}
        />
      ) : null}
    </>
  );
}

function ChooseAll({ count, selection }: { count: number; selection: ClientSelection }) {
  const t = useTranslations("clients.choice");
  const isAll = selection.selectedRows.length === count;
  return (
    <Checkbox
      className="-ms-1.5 flex size-8 items-center justify-center [&_input]:mt-0 [&_input]:size-4"
      label={<span className="sr-only">{t("all", { count })}</span>}
      checked={isAll}
      ref={(input) => {
        if (input) input.indeterminate = selection.selectedRows.length > 0 && !isAll;
      }}
      onChange={(event) => selection.chooseAll(event.currentTarget.checked)}
    />
  );
}

/** The clients that are selected on this page of the list. */
interface ClientSelection {
  /** In the order of the list; never one that is not on the page. */
  selectedRows: readonly ClientRow[];
  isChosen: (row: ClientRow) => boolean;
  choose: (row: ClientRow, isChosen: boolean) => void;
  /** Selects every client on the page, or none. */
  chooseAll: (isChosen: boolean) => void;
}

/** Keeps which clients are chosen; one that leaves the page is no longer among them. */
function useClientSelection(rows: readonly ClientRow[]): ClientSelection {
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
