import Link from "next/link";

export interface Crumb {
  label: string;
  /** Missing for the page itself. */
  href?: string;
}

/** The way back up. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className="flex flex-wrap items-center gap-x-2 text-sm">
        {crumbs.map((crumb, position) => (
          <li key={crumb.label} className="flex min-h-6 items-center gap-2 text-muted">
            {position > 0 ? <span aria-hidden="true">/</span> : null}
            {crumb.href ? (
              <Link href={crumb.href} className="inline-link">
                {crumb.label}
              </Link>
            ) : (
              <span aria-current="page">{crumb.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
