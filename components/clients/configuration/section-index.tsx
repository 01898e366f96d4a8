import { useTranslations } from "next-intl";

const SECTIONS = ["identity", "urls", "scopes", "tokens", "listing", "record", "danger"] as const;

/** The sections of the configuration, beside it on wide screens and above it on narrow ones. */
export function SectionIndex({ mayWrite }: { mayWrite: boolean }) {
  const t = useTranslations("clientForm.form");
  const sections = SECTIONS.filter((section) => mayWrite || section !== "danger");
  return (
    <nav aria-label={t("sections")} className="min-w-0 lg:sticky lg:top-4">
      <ul className="flex gap-1 overflow-x-auto lg:grid">
        {sections.map((section) => (
          <li key={section}>
            <a
              href={`#${section}`}
              className="flex min-h-9 items-center whitespace-nowrap rounded px-3 font-medium text-muted hover:bg-hover hover:text-ink lg:whitespace-normal"
            >
              {t(section)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
