import { type ComponentProps, type ReactNode, useId } from "react";

export interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "id"> {
  label: ReactNode;
  description?: ReactNode;
}

/** A checkbox with its sentence; the whole row is the target. */
export function Checkbox({ label, description, className, ...rest }: CheckboxProps) {
  const id = useId();
  const descriptionId = `${id}-description`;
  return (
    <label htmlFor={id} className={className ?? "flex min-h-8 items-start gap-3 py-1"}>
      <input
        id={id}
        type="checkbox"
        aria-describedby={description ? descriptionId : undefined}
        className="mt-0.5 size-5 shrink-0 accent-primary"
        {...rest}
      />
      <span className="grid gap-0.5">
        <span>{label}</span>
        {description ? (
          <span id={descriptionId} className="text-muted text-sm">
            {description}
          </span>
        ) : null}
      </span>
    </label>
  );
}
