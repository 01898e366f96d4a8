"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "../ui/button";
import { TextInput } from "../ui/text-input";
import type { BulkChange } from "./bulk-outcome";
import type { ClientRow } from "./client-views";
import { DeactivateClientsDialog } from "./deactivate-clients-dialog";

const LONGEST_TAG = 40;

export interface BulkActionBarProps {
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
