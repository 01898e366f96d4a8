"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { TextInput } from "../ui/text-input";
import type { ClientRow } from "./client-views";
import { DialogButtons } from "./dialog-buttons";
import type { BulkChange } from "./list-outcome";

const LONGEST_TAG = 40;

interface BulkActionBarProps {
  /** At least one. */
  selectedRows: readonly ClientRow[];
  pending: boolean;
  onChange: (change: BulkChange) => void;
  onClear: () => void;
}

/** Actions on the selected clients. */
export function BulkActionBar({ selectedRows, pending, onChange, onClear }: BulkActionBarProps) {
  const t = useTranslations("clients");
  const [asksToDeactivate, setAsksToDeactivate] = useState(false);
  const deactivate = () => {
    setAsksToDeactivate(false);
    onChange({ action: "deactivate" });
  };
  return (
    <fieldset
      aria-label={t("bulk.label")}
      className="flex min-w-0 flex-wrap items-center gap-2 border-line border-t bg-surface px-4 py-3 sm:sticky sm:bottom-0 sm:px-6"
    >
      <p role="status" className="me-2 font-semibold text-sm tabular-nums">
        {pending ? t("bulk.pending") : t("bulk.chosen", { count: selectedRows.length })}
      </p>
      <Button size="small" pending={pending} onClick={() => onChange({ action: "activate" })}>
        {t("bulk.activate")}
      </Button>
      <Button size="small" pending={pending} onClick={() => setAsksToDeactivate(true)}>
        {t("bulk.deactivate")}
      </Button>
      <TagForm pending={pending} onChange={onChange} />
      <Button size="small" variant="quiet" className="sm:ms-auto" onClick={onClear}>
        {t("choice.clear")}
      </Button>
      <DeactivateClientsDialog
        clients={selectedRows}
        open={asksToDeactivate}
        onCancel={() => setAsksToDeactivate(false)}
        onConfirm={deactivate}
      />
    </fieldset>
  );
}

function TagForm({ pending, onChange }: Pick<BulkActionBarProps, "pending" | "onChange">) {
  const t = useTranslations("clients.bulk");
  const inputId = useId();
  const [tag, setTag] = useState("");
  const change = (action: "add_tags" | "remove_tags") => onChange({ action, tags: [tag] });
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        change("add_tags");
      }}
    >
      <label htmlFor={inputId} className="ms-2 text-sm">
        {t("tag")}
      </label>
      <span className="w-40">
        <TextInput
          id={inputId}
          required
          pattern=".*\S.*"
          title={t("tagNeeded")}
          maxLength={LONGEST_TAG}
          value={tag}
          onChange={(event) => setTag(event.currentTarget.value)}
        />
      </span>
      <Button type="submit" size="small" pending={pending}>
        {t("addTag")}
      </Button>
      <Button
        size="small"
        pending={pending}
        onClick={(event) => {
          if (event.currentTarget.form?.reportValidity()) change("remove_tags");
        }}
      >
        {t("removeTag")}
      </Button>
    </form>
  );
}

interface DeactivateClientsDialogProps {
  clients: readonly ClientRow[];
  open: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Lists the clients to deactivate, and explains what stops. */
function DeactivateClientsDialog(props: DeactivateClientsDialogProps) {
  const { clients, open, onCancel, onConfirm } = props;
  const t = useTranslations("clients.deactivation");
  const count = clients.length;
  return (
    <Dialog open={open} onClose={onCancel} title={t("title", { count })}>
      <div className="grid min-w-0 gap-5">
        <ul className="list-disc ps-5">
          {clients.map(({ clientId, name }) => (
            <li key={clientId} className="wrap-anywhere">
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
        <p>{t("what")}</p>
        <DialogButtons
          onCancel={onCancel}
          label={t("submit", { count })}
          variant="danger"
          onClick={onConfirm}
        />
      </div>
    </Dialog>
  );
}
