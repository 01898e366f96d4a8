"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { ActionErrorNotice, useClientAction } from "../clients/action-error-notice";
import { DialogButtons } from "../clients/dialog-buttons";
import { Dialog } from "../ui/dialog";
import { Field, type FieldProps } from "../ui/field";
import { Textarea, TextInput, type TextInputProps } from "../ui/text-input";

export interface ActionDialogProps {
  title: string;
  /** Label of the button that does it. */
  submit: string;
  isDangerous?: boolean;
  /** A text to type as confirmation of an action that cannot be undone. */
  typed?: string | undefined;
  /** Asks for the reason, which must be given unless it is optional. */
  reason?: { label: string; hint: string; isOptional?: boolean };
  /** True while there is nothing to submit. */
  disabled?: boolean;
  onClose: () => void;
  /** Closes the dialog itself when it is done; an ApiError that it throws is shown. @param reason empty without one */
  onSubmit: (reason: string) => Promise<void>;
  /** What happens, and fields. */
  children: ReactNode;
}

/** Explains an action, asks whether to do it, and shows why it failed. It is open while it is rendered. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, submit, isDangerous, typed, reason, disabled, onClose, onSubmit, children } =
    props;
  const t = useTranslations("platform");
  const [text, setText] = useState("");
  const [why, setWhy] = useState("");
  const { error, pending, run } = useClientAction();
  const isConfirmed = typed === undefined || text.trim() === typed.trim();
  const isMissing = reason !== undefined && !reason.isOptional && why.trim() === "";
  return (
    <Dialog open onClose={onClose} title={title}>
      <form
        className="grid min-w-0 gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (isConfirmed) run(() => onSubmit(why.trim()));
        }}
      >
        <ActionErrorNotice error={error} onReload={onClose} />
        {children}
        {reason === undefined ? null : (
          <Field label={reason.label} hint={reason.hint} optional={reason.isOptional === true}>
            {(control) => (
              <Textarea
                {...control}
                required={!reason.isOptional}
                maxLength={500}
                value={why}
                onChange={(event) => setWhy(event.target.value)}
              />
            )}
          </Field>
        )}
        {typed === undefined ? null : (
          <Field
            label={t.rich("typeToConfirm", {
              name: () => <bdi className="font-mono">{typed}</bdi>,
            })}
          >
            {(control) => (
              <TextInput
                {...control}
                autoComplete="off"
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
        )}
        <DialogButtons
          onCancel={onClose}
          label={pending ? t("pending") : submit}
          type="submit"
          variant={isDangerous ? "danger" : "primary"}
          pending={pending}
          disabled={disabled === true || isMissing || !isConfirmed}
        />
      </form>
    </Dialog>
  );
}

interface DraftFieldProps
  extends Pick<FieldProps, "label" | "hint" | "optional">,
    Pick<TextInputProps, "type" | "mono" | "pattern"> {
  maxLength: number;
  value: string;
  onChange: (value: string) => void;
}

/** A labelled line of text in a dialog, required unless it is optional. */
export function DraftField(props: DraftFieldProps) {
  const { label, hint, optional = false, value, onChange, ...input } = props;
  return (
    <Field label={label} hint={hint} optional={optional}>
      {(control) => (
        <TextInput
          {...control}
          {...input}
          required={!optional}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
