"use client";

import { useTranslations } from "next-intl";
import { sendCall } from "@/lib/api/client/call";
import { restoreClientCall } from "@/lib/api/client/client-calls";
import { RESTORE_DAYS } from "@/lib/clients/field-values";
import { type ListColumn, ListTable } from "../list/list-table";
import { Button } from "../ui/button";
import { RelativeTime, Timestamp } from "../ui/timestamp";
import { ActionErrorNotice, useClientAction } from "./action-error-notice";
import type { ClientListQuery } from "./client-list-query";
import { ClientNameCell } from "./client-name-cell";
import type { ClientRow } from "./client-views";

const RESTORE_MS = RESTORE_DAYS * 86_400_000;

export interface DeletedClientTableProps {
  organizationId: string;
  path: string;
  query: ClientListQuery;
  rows: readonly ClientRow[];
  /** Called when a client is back; null for roles that may only look. */
  onRestored: ((row: ClientRow) => Promise<void>) | null;
}

/** Deleted clients, until when each can be restored, and the button that does. */
export function DeletedClientTable(props: DeletedClientTableProps) {
  const { organizationId, path, query, rows, onRestored } = props;
  const t = useTranslations("clients");
  const typeName = useTranslations("clientWords.types");
  const { error, pending, run, forget } = useClientAction();
  const columns: ListColumn<ClientRow>[] = [
    {
      key: "name",
      label: t("table.name"),
      cell: (row) => <ClientNameCell path={path} query={query} row={row} />,
    },
    {
      key: "type",
      label: t("table.type"),
      width: "sm:w-28",
      from: "md",
      phone: "none",
      cell: (row) => typeName(row.clientType),
    },
    {
      key: "deleted",
      label: t("table.deleted"),
      width: "sm:w-28",
      cell: (row) => (row.deletedAt ? <RelativeTime value={row.deletedAt} /> : null),
    },
    {
      key: "until",
      label: t("table.restorableUntil"),
      width: "sm:w-36",
      cell: (row) =>
        row.deletedAt ? <Timestamp value={restorableUntil(row.deletedAt)} day /> : null,
    },
  ];
  if (onRestored) {
    const restore = (row: ClientRow) =>
      run(async () => {
        await sendCall(restoreClientCall({ organizationId, clientId: row.clientId }));
        await onRestored(row);
      });
    columns.push({
      key: "restore",
      label: "",
      heading: <span className="sr-only">{t("restore.heading")}</span>,
      width: "sm:w-48",
      align: "end",
      phone: "end",
      cell: (row) => (
        <RestoreButton name={row.name} pending={pending} onRestore={() => restore(row)} />
      ),
    });
  }
  return (
    <>
      {error ? (
        <div className="p-4 sm:px-6">
          <ActionErrorNotice error={error} onReload={forget} />
        </div>
      ) : null}
      <ListTable
        caption={t("table.deletedCaption")}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.clientId}
      />
    </>
  );
}

function restorableUntil(deletedAt: string): Date {
  return new Date(Date.parse(deletedAt) + RESTORE_MS);
}

function RestoreButton(props: { name: string; pending: boolean; onRestore: () => void }) {
  const { name, pending, onRestore } = props;
  const t = useTranslations("clients.restore");
  // Not `disabled`: the focus would be lost while the request runs.
  return (
    <Button
      size="small"
      className="w-fit"
      aria-disabled={pending || undefined}
      onClick={pending ? undefined : onRestore}
    >
      {t.rich("button", { name, unseen: (words) => <span className="sr-only">{words}</span> })}
    </Button>
  );
}
