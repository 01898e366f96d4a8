import clsx from "clsx";
import { type ReactNode, useId } from "react";
import { KeepFocus } from "./keep-focus";

export interface PanelProps {
  id?: string;
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** False lets a table or list touch the edges. */
  padded?: boolean;
  tone?: "plain" | "danger" | "brass";
  children: ReactNode;
}

const TONES = {
  plain: "border-line",
  danger: "border-danger",
  brass: "border-brass",
};

/** A titled area of a page, announced as a region when it has a title. */
export function Panel(props: PanelProps) {
  const { id, title, description, actions, padded = true, tone = "plain", children } = props;
  const titleId = useId();
  return (
    <KeepFocus
      as="section"
      id={id}
      aria-labelledby={title ? titleId : undefined}
      className={clsx("min-w-0 rounded-lg border bg-surface shadow-panel", TONES[tone])}
    >
      {title ? (
        <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-line border-b px-4 py-4 sm:px-6">
          <div className="grid min-w-0 gap-0.5">
            <h2 id={titleId} className="text-lg">
              {title}
            </h2>
            {description ? <p className="max-w-reading text-muted text-sm">{description}</p> : null}
          </div>
          {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
        </header>
      ) : null}
      <div className={padded ? "p-4 sm:p-6" : undefined}>{children}</div>
    </KeepFocus>
  );
}
