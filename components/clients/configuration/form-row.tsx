import { type ReactNode, useId } from "react";
import { FieldError } from "../../ui/field";

export interface FormRowProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** True for several controls under one label. */
  isGroup?: boolean;
  children: (control: RowControl) => ReactNode;
}

/** Attributes that tie a control to its label, hint, and error. */
export interface RowControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

/** A label beside its control on wide screens, with hint and error below the control. */
export function FormRow({ label, hint, error, isGroup = false, children }: FormRowProps) {
  const id = useId();
  const describedBy = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""];
  const control = {
    id,
    "aria-describedby": describedBy.filter(Boolean).join(" ") || undefined,
    "aria-invalid": error ? (true as const) : undefined,
  };
  const look = "w-fit font-medium text-muted sm:pt-2";
  return (
    <div
      className="grid gap-x-6 gap-y-1.5 sm:grid-cols-[9.5rem_minmax(0,1fr)]"
      {...(isGroup && { role: "group", "aria-labelledby": `${id}-label` })}
    >
      {isGroup ? (
        <span id={`${id}-label`} className={look}>
          {label}
        </span>
      ) : (
        <label htmlFor={id} className={look}>
          {label}
        </label>
      )}
      <div className="grid min-w-0 content-start gap-1.5">
        {children(control)}
        {hint ? (
          <p id={`${id}-hint`} className="text-muted text-sm">
            {hint}
          </p>
        ) : null}
        <FieldError id={`${id}-error`} message={error} />
      </div>
    </div>
  );
}
