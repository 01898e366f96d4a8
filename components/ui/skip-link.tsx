import { useTranslations } from "next-intl";

/** First stop of the Tab key: over the navigation to the content. */
export function SkipLink() {
  const t = useTranslations("shell");
  return (
    <a
      href="#main"
      className="sr-only rounded bg-surface px-4 py-2 font-semibold text-link focus:not-sr-only focus:absolute focus:start-2 focus:top-2 focus:z-10"
    >
      {t("skip")}
    </a>
  );
}
