import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { TextInput, type TextInputProps } from "./text-input";

/** Attributes that tie a control to its label, hint and error. */
export interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** The error; wrap messages of the API in `inEnglish`. */
  error?: ReactNode;
  optional?: boolean;
  children: (control: ControlProps) => ReactNode;
}

/** A control with its label, hint, and error. */
export function Field({ label, hint, error, optional = false, children }: FieldProps) {
  const t = useTranslations("shell.controls");
  const { control, hintId, errorId } = useControl(hint, error);
  return (
    <div className="grid gap-1.5">
      <label htmlFor={control.id} className="w-fit font-semibold">
        {label}
        {optional ? <span className="font-normal text-muted"> {t("optional")}</span> : null}
      </label>
      {hint ? (
        <p id={hintId} className="-mt-1 text-muted text-sm">
          {hint}
        </p>
      ) : null}
      {children(control)}
      <FieldError id={errorId} message={error} />
    </div>
  );
}

export type TextFieldProps = TextInputProps & Omit<FieldProps, "children">;

/** A one-line text control with its label, hint, and error. */
export function TextField({ label, hint, error, optional = false, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => <TextInput {...input} {...control} />}
    </Field>
  );
}

export interface FieldRowProps extends Omit<FieldProps, "optional"> {
  /** True for several controls under one label. */
  isGroup?: boolean;
}

/** A label beside its control on wide screens, with hint and error below the control. */
export function FieldRow({ label, hint, error, isGroup = false, children }: FieldRowProps) {
  const { control, hintId, errorId } = useControl(hint, error);
  const labelId = `${control.id}-label`;
  const Label = isGroup ? "span" : "label";
  return (
    <div
      className="grid gap-x-6 gap-y-1.5 sm:grid-cols-[9.5rem_minmax(0,1fr)]"
      {...(isGroup && { role: "group", "aria-labelledby": labelId })}
    >
      <Label
        id={labelId}
        {...(!isGroup && { htmlFor: control.id })}
        className="w-fit font-medium text-muted sm:pt-2"
      >
        {label}
      </Label>
      <div className="grid min-w-0 content-start gap-1.5">
        {children(control)}
        {hint ? (
          <p id={hintId} className="text-muted text-sm">
            {hint}
          </p>
        ) : null}
        <FieldError id={errorId} message={error} />
      </div>
    </div>
  );
}

function useControl(hint: ReactNode, error: ReactNode) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint ? hintId : "", error ? errorId : ""].filter(Boolean).join(" ");
  const control: ControlProps = {
    id,
    "aria-describedby": describedBy || undefined,
    "aria-invalid": error ? true : undefined,
  };
  return { control, hintId, errorId };
}

/** The error line under a control; nothing when there is no error. */
export function FieldError({ id, message }: { id?: string; message: ReactNode }) {
  if (!message) return null;
  return (
    <p id={id} className="flex gap-1.5 text-danger text-sm">
      <CircleAlert className="mt-0.5 size-4 shrink-0" />
      <span>{message}</span>
    </p>
  );
}
