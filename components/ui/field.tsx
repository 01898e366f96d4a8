import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";

/** Attributes that tie a control to its label, hint and error. */
export interface ControlProps {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
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
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint ? hintId : "", error ? errorId : ""].filter(Boolean).join(" ");
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="w-fit font-semibold">
        {label}
        {optional ? <span className="font-normal text-muted"> {t("optional")}</span> : null}
      </label>
      {hint ? (
        <p id={hintId} className="-mt-1 text-muted text-sm">
          {hint}
        </p>
      ) : null}
      {children({
        id,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      <FieldError id={errorId} message={error} />
    </div>
  );
}

/** The error line under a control; nothing when there is no error. */
export function FieldError({ id, message }: { id?: string; message: ReactNode }) {
  if (!message) return null;
  return (
    <p id={id} className="flex gap-1.5 text-danger text-sm">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>{message}</span>
    </p>
  );
}
