import type { Locale } from "@/lib/i18n/locales";
import de from "@/lib/scopes/translations/de.json" with { type: "json" };

/** The catalogue's texts in another language, by English business object and by scope. */
type Translation = {
  groups: Readonly<Record<string, string>>;
  scopes: Readonly<Record<string, { title: string; sentence: string }>>;
};

/** The table of scopes contains the English texts; each other language has its own. */
export const translations: Readonly<Record<Exclude<Locale, "en">, Translation>> = { de };

/**
 * The texts of a scope in a language. Scopes added by operators keep their texts, under the translated business object
 * if the catalogue has it.
 */
export function translateScope<Scope extends { name: string; group: string }>(
  scope: Scope,
  locale: Locale,
): Scope {
  if (locale === "en") return scope;
  const { groups, scopes } = translations[locale];
  return { ...scope, ...own(scopes, scope.name), group: own(groups, scope.group) ?? scope.group };
}

// Names come from clients, so an inherited property ("constructor") is not a translation.
function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
