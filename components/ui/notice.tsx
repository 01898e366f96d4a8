import clsx from "clsx";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

export type NoticeTone = "info" | "success" | "warning" | "error";

const TONES = {
  info: { icon: Info, box: "border-info bg-info-soft", mark: "text-info" },
  success: { icon: CircleCheck, box: "border-success bg-success-soft", mark: "text-success" },
  warning: { icon: TriangleAlert, box: "border-warning bg-warning-soft", mark: "text-warning" },
  error: { icon: CircleAlert, box: "border-danger bg-danger-soft", mark: "text-danger" },
};

export interface NoticeProps {
  tone?: NoticeTone;
  /** What happened, in one sentence. */
  title: ReactNode;
  /** Why, and what to do next. */
  next?: ReactNode;
  /** More than a sentence. */
  children?: ReactNode;
  /** True when it appears after an action, so that it is read out. */
  live?: boolean;
}

/** A message on the page: what happened, why, and what to do next. */
export function Notice({ tone = "info", title, next, children, live = false }: NoticeProps) {
  const { icon: Icon, box, mark } = TONES[tone];
  return (
    <div
      role={live ? (tone === "error" ? "alert" : "status") : undefined}
      className={clsx("flex gap-3 rounded border-s-4 px-4 py-3", box)}
    >
      <Icon className={clsx("mt-0.5 size-5 shrink-0", mark)} />
      <div className="grid min-w-0 gap-1">
        <p className="font-semibold">{title}</p>
        {next || children ? (
          <div className="grid gap-2">
            {next ? <p>{next}</p> : null}
            {children}
          </div>
        ) : null}
      </div>
    </div>
  );
}
