import clsx from "clsx";
import type { ReactNode } from "react";

export type BadgeTone = "neutral" | "success" | "warning" | "danger" | "info" | "brass";

const TONES: Record<BadgeTone, string> = {
  neutral: "bg-sunken text-muted",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
  info: "bg-info-soft text-info",
  brass: "bg-brass-soft text-brass",
};

/** A short word about the state of a thing. The word carries the meaning, never the colour alone. */
export function Badge({ tone = "neutral", children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={clsx(
        "inline-flex w-fit max-w-full items-center gap-1.5 rounded-sm px-2 py-0.5 font-semibold text-xs",
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
