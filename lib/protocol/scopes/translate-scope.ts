import { z } from "zod";
import type { Locale } from "@/lib/core/i18n/locales";
import { catalogue } from "@/lib/protocol/scopes/catalogue";
import de from "@/lib/protocol/scopes/translations/de.json" with { type: "json" };

/** The catalogue's texts in another language, by English business object and by scope. */
type Translation = {
  groups: Readonly<Record<string, string>>;
  scopes: Readonly<Record<string, { title: string; sentence: string }>>;
};

/** The table of scopes contains the English texts; the catalogue has its own in each other language. */
export const translations: Readonly<Record<Exclude<Locale, "en">, Translation>> = { de };

const ownTranslations = z.record(
  z.string(),
  z.object({ title: z.string(), sentence: z.string(), group: z.string() }).partial(),
);

type Texts = { title: string; sentence: string; group: string };

/**
 * The texts of a scope in a language: the platform's translation, else the catalogue's if the platform has not changed
 * the English text, else the text as it is stored.
 */
export function translateScope<Scope extends Texts & { name: string; translations: unknown }>(
  scope: Scope,
  locale: Locale,
): Scope {
  const parsed = ownTranslations.safeParse(scope.translations);
  const platform = (parsed.success && ownValue(parsed.data, locale)) || {};
  return { ...scope, ...(locale === "en" ? {} : builtIn(scope, locale)), ...withTexts(platform) };
}

/** The catalogue's translation of texts that are still the catalogue's. */
function builtIn(scope: Texts & { name: string }, locale: Exclude<Locale, "en">): Partial<Texts> {
  const { groups, scopes } = translations[locale];
  const original = catalogue.find(({ name }) => name === scope.name);
  const translated = ownValue(scopes, scope.name);
  const group = ownValue(groups, scope.group) ?? scope.group;
  if (!original || !translated) return { group };
  return {
    group,
    ...(original.title === scope.title && { title: translated.title }),
    ...(original.sentence === scope.sentence && { sentence: translated.sentence }),
  };
}

/** Without missing and empty texts. */
function withTexts(texts: { [Name in keyof Texts]?: string | undefined }): Partial<Texts> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text));
}

// Names come from clients, so an inherited property ("constructor") is not a translation.
function ownValue<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
