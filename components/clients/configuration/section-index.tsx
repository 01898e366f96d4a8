import { useTranslations } from "next-intl";
import { Link } from "../../ui/link";

const SECTIONS = ["identity", "urls", "scopes", "tokens", "listing", "record", "danger"] as const;

const LINK =
  "flex min-h-9 items-center whitespace-nowrap rounded px-3 lg:whitespace-normal font-medium text-muted hover:bg-hover hover:text-ink";

interface SectionIndexProps {
  mayWrite: boolean;
  /** Null for people who may not see them. */
  versionsPath: string | null;
}

/** The sections of the configuration, beside it on wide screens and above it on narrow ones. */
export function SectionIndex({ mayWrite, versionsPath }: SectionIndexProps) {
  const t = useTranslations("clientForm.form");
  const pages = useTranslations("clientPages");
  const sections = SECTIONS.filter((section) => mayWrite || section !== "danger");
  return (
    <nav aria-label={t("sections")} className="min-w-0 lg:sticky lg:top-4">
      <ul className="flex gap-1 overflow-x-auto lg:grid">
        {sections.map((section) => (
          <li key={section}>
            <a href={`#${section}`} className={LINK}>
              {t(section)}
            </a>
          </li>
        ))}
        {versionsPath ? (
          <li className="border-line max-lg:border-s max-lg:ps-1 lg:mt-1 lg:border-t lg:pt-1">
            <Link href={versionsPath} className={LINK}>
              {pages("versions.title")}
            </Link>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}
