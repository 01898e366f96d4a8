import Link from "next/link";
import { useTranslations } from "next-intl";

export interface Crumb {
  label: string;
  /** Missing for the page itself. */
  href?: string;
}

/** The way back up. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useTranslations("shell");
  return (
    <nav aria-label={t("breadcrumbs")}>
      <ol className="flex flex-wrap items-center gap-x-2 text-sm">
        {crumbs.map((crumb, position) => (
          <li key={crumb.label} className="flex min-h-6 min-w-0 items-center gap-2 text-muted">
            {position > 0 ? <span aria-hidden="true">/</span> : null}
            {crumb.href ? (
              <Link href={crumb.href} className="inline-link">
                <bdi>{crumb.label}</bdi>
              </Link>
            ) : (
              <span aria-current="page" className="wrap-anywhere min-w-0">
                <bdi>{crumb.label}</bdi>
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
