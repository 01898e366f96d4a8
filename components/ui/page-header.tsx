import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";

export interface PageHeaderProps {
  /** The pages above this one, from the top, in front of the title. */
  parents?: readonly ParentPage[];
  icon?: ReactNode;
  title: ReactNode;
  description?: ReactNode;
  status?: ReactNode;
  actions?: ReactNode;
}

interface ParentPage {
  label: string;
  href: string;
}

/** The title of a page, the way back up, and its actions. */
export function PageHeader(props: PageHeaderProps) {
  const { parents, icon, title, description, status, actions } = props;
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
      <div className="grid min-w-0 flex-1 basis-60 gap-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {parents ? <Breadcrumbs parents={parents} /> : null}
          {icon}
          <h1 className="wrap-anywhere text-2xl">{title}</h1>
          {status}
        </div>
        {description ? (
          <div className="wrap-anywhere max-w-reading text-muted">{description}</div>
        ) : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-3">{actions}</div> : null}
    </header>
  );
}

function Breadcrumbs({ parents }: { parents: readonly ParentPage[] }) {
  const t = useTranslations("shell");
  return (
    <nav aria-label={t("breadcrumbs")} className="min-w-0">
      <ol className="flex flex-wrap items-center gap-x-2 text-muted">
        {parents.map(({ label, href }) => (
          <li key={href} className="flex min-h-6 min-w-0 items-center gap-2">
            <Link href={href} className="inline-link wrap-anywhere">
              <bdi>{label}</bdi>
            </Link>
            <span aria-hidden="true">/</span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
