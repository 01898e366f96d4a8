"use client";

import { useId, useState } from "react";
import { Button } from "../ui/button";
import { TextInput } from "../ui/text-input";
import type { BulkChange } from "./bulk-outcome";
import type { ClientRow } from "./client-views";
import { DeactivateClientsDialog } from "./deactivate-clients-dialog";

const LONGEST_TAG = 40;

export interface BulkActionBarProps {
  /** At least one. */
  chosen: readonly ClientRow[];
  pending: boolean;
  onChange: (change: BulkChange) => void;
  onClear: () => void;
}

/** What can be done to the chosen clients. */
export function BulkActionBar({ chosen, pending, onChange, onClear }: BulkActionBarProps) {
  const [asksToDeactivate, setAsksToDeactivate] = useState(false);
  const deactivate = () => {
    setAsksToDeactivate(false);
    onChange({ action: "deactivate" });
  };
  // Not `disabled`: the focus would be lost while the request runs.
  const busy = { "aria-disabled": pending || undefined };
  const unlessBusy = (act: () => void) => () => {
    if (!pending) act();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of one form
    <div
      role="group"
      aria-label="Change the chosen clients"
      className="flex flex-wrap items-center gap-2 border-line border-t bg-surface px-4 py-3 sm:sticky sm:bottom-0 sm:px-6"
    >
      <p role="status" className="me-2 font-semibold text-sm tabular-nums">
        {pending ? "Changing…" : `${chosen.length} chosen`}
      </p>
      <Button size="small" {...busy} onClick={unlessBusy(() => onChange({ action: "activate" }))}>
        Activate
      </Button>
      <Button size="small" {...busy} onClick={unlessBusy(() => setAsksToDeactivate(true))}>
        Deactivate
      </Button>
      <TagForm pending={pending} onChange={onChange} />
      <Button size="small" variant="quiet" className="sm:ms-auto" onClick={onClear}>
        Clear the choice
      </Button>
      <DeactivateClientsDialog
        clients={chosen}
        open={asksToDeactivate}
        onCancel={() => setAsksToDeactivate(false)}
        onConfirm={deactivate}
      />
    </div>
  );
}

function TagForm({ pending, onChange }: Pick<BulkActionBarProps, "pending" | "onChange">) {
  const inputId = useId();
  const [tag, setTag] = useState("");
  const busy = { "aria-disabled": pending || undefined };
  const change = (action: "add_tags" | "remove_tags") => {
    if (!pending) onChange({ action, tags: [tag] });
  };
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        change("add_tags");
      }}
    >
      <label htmlFor={inputId} className="ms-2 text-sm">
        Tag
      </label>
      <span className="w-40">
        <TextInput
          id={inputId}
          required
          pattern=".*\S.*"
          title="At least one character"
          maxLength={LONGEST_TAG}
          value={tag}
          onChange={(event) => setTag(event.currentTarget.value)}
        />
      </span>
      <Button type="submit" size="small" {...busy}>
        Add tag
      </Button>
      <Button
        size="small"
        {...busy}
        onClick={(event) => {
          if (event.currentTarget.form?.reportValidity()) change("remove_tags");
        }}
      >
        Remove tag
      </Button>
    </form>
  );
}
