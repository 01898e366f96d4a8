import type { ReactNode } from "react";

export interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  /** Why it is empty, and what to do. */
  next?: ReactNode;
  /** More than a sentence. */
  children?: ReactNode;
  action?: ReactNode;
}

/** Replaces an empty list: explains why it is empty, and what to do. */
export function EmptyState({ icon, title, next, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-3 px-6 py-14 text-center">
      {icon ? <div className="text-brass">{icon}</div> : null}
      <h2 className="text-xl">{title}</h2>
      <div className="max-w-reading text-muted">
        {next ? <p>{next}</p> : null}
        {children}
      </div>
      {action ? <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div> : null}
    </div>
  );
}
