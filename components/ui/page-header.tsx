import type { ReactNode } from "react";

export interface PageHeaderProps {
  /** Before the title. */
  icon?: ReactNode;
  title: ReactNode;
  description?: ReactNode;
  /** Badges beside the title. */
  status?: ReactNode;
  actions?: ReactNode;
  breadcrumbs?: ReactNode;
}

/** The title of a page, and its actions. */
export function PageHeader(props: PageHeaderProps) {
  const { icon, title, description, status, actions, breadcrumbs } = props;
  return (
    <header className="grid gap-3">
      {breadcrumbs}
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="grid min-w-0 gap-1.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {icon}
            <h1 className="wrap-anywhere text-2xl">{title}</h1>
            {status}
          </div>
          {description ? (
            <div className="wrap-anywhere max-w-reading text-muted">{description}</div>
          ) : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-3">{actions}</div> : null}
      </div>
    </header>
  );
}
