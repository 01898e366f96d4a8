import Link from "next/link";
import { useTranslations } from "next-intl";

const PAGES = ["try", "sandbox", "conformance"] as const;

export interface DeveloperNavProps {
  /** `…/clients/{client_id}`. */
  clientPath: string;
  current: (typeof PAGES)[number];
}

/** The ways to try a client out. */
export function DeveloperNav({ clientPath, current }: DeveloperNavProps) {
  const t = useTranslations("developer.nav");
  return (
    <nav aria-label={t("label")}>
      <ul className="flex flex-wrap gap-2">
        {PAGES.map((page) => (
          <li key={page}>
            <Link
              href={`${clientPath}/${page}`}
              aria-current={page === current ? "page" : undefined}
              className="flex min-h-9 items-center rounded-full border border-border bg-surface px-3.5 font-semibold text-muted text-sm hover:bg-hover hover:text-ink aria-[current]:border-primary aria-[current]:bg-primary aria-[current]:text-primary-ink"
            >
              {t(page)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
