import clsx from "clsx";
import { useLocale, useTranslations } from "next-intl";
import { localeNames, locales } from "@/lib/core/i18n/locales";

export interface PreferencesFormProps {
  /** The look that was chosen; undefined follows the system. */
  theme: "light" | "dark" | undefined;
}

/** How pages look and which language they speak. Plain forms: the server writes the next page so. */
export function PreferencesForm({ theme }: PreferencesFormProps) {
  const t = useTranslations("shell");
  const locale = useLocale();
  const themes = [
    { value: "system", label: t("themeSystem"), current: theme === undefined },
    { value: "light", label: t("themeLight"), current: theme === "light" },
    { value: "dark", label: t("themeDark"), current: theme === "dark" },
  ];
  const languages = locales.map((value) => ({
    value,
    label: localeNames[value],
    current: value === locale,
    lang: value,
  }));
  return (
    <form method="post" action="/preferences" className="grid gap-3 border-line border-b px-4 py-3">
      <Choice name="theme" label={t("theme")} options={themes} />
      <Choice name="language" label={t("language")} options={languages} />
    </form>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  options: readonly { value: string; label: string; current: boolean; lang?: string }[];
}

function Choice({ name, label, options }: ChoiceProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="text-muted text-sm">{label}</legend>
      <div className="flex rounded border border-border">
        {options.map(({ value, label: text, current, lang }) => (
          <button
            key={value}
            type="submit"
            name={name}
            value={value}
            lang={lang}
            aria-pressed={current}
            className={clsx(
              "min-h-8 flex-1 rounded-[inherit] px-2 text-sm hover:bg-hover",
              current && "bg-brass-soft font-semibold text-brass",
            )}
          >
            {text}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
