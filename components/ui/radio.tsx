import type { ComponentProps } from "react";

export type RadioProps = Omit<ComponentProps<"input">, "type" | "className">;

/** A radio button with its text; the whole row is the target. */
export function Radio({ children, ...rest }: RadioProps) {
  return (
    <label className="flex min-h-8 items-start gap-3 py-1">
      <input type="radio" className="mt-0.5 size-5 shrink-0 accent-primary" {...rest} />
      <span className="grid min-w-0 gap-0.5">{children}</span>
    </label>
  );
}
