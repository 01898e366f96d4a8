import type { Locale } from "@/lib/i18n/locales";
import de from "@/lib/scopes/translations/de.json" with { type: "json" };

/** The catalogue's words in another language, by the English business object and by scope. */
type Translation = {
  groups: Readonly<Record<string, string>>;
  scopes: Readonly<Record<string, { title: string; sentence: string }>>;
};

/** The table of scopes holds the English words; each other language has its own. */
export const translations: Readonly<Record<Exclude<Locale, "en">, Translation>> = { de };

/**
 * The words of a scope in a language. What an operator added stays as it was written, under the
 * translated business object if that is one of the catalogue's.
 */
export function translateScope<Scope extends { name: string; group: string }>(
  scope: Scope,
  locale: Locale,
): Scope {
  if (locale === "en") return scope;
  const { groups, scopes } = translations[locale];
  return { ...scope, ...own(scopes, scope.name), group: own(groups, scope.group) ?? scope.group };
}

// Names come from clients: one that every object has ("constructor") is no translation.
function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
