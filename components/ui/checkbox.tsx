import { type ComponentProps, type ReactNode, useId } from "react";

export interface ChoiceProps extends Omit<ComponentProps<"input">, "type" | "id"> {
  label: ReactNode;
  description?: ReactNode;
}

/** A checkbox with its sentence; the whole row is the target. */
export function Checkbox(props: ChoiceProps) {
  return <Choice type="checkbox" {...props} />;
}

/** A radio button with its sentence; the whole row is the target. */
export function Radio(props: ChoiceProps) {
  return <Choice type="radio" {...props} />;
}

function Choice({
  label,
  description,
  className = "flex min-h-8 items-start gap-3 py-1",
  ...input
}: ChoiceProps & { type: "checkbox" | "radio" }) {
  const id = useId();
  const descriptionId = `${id}-description`;
  return (
    <label htmlFor={id} className={className}>
      <input
        id={id}
        aria-describedby={description ? descriptionId : undefined}
        className="mt-0.5 size-5 shrink-0 accent-primary"
        {...input}
      />
      <span className="grid min-w-0 gap-0.5">
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
