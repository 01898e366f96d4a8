import { z } from "zod";
import { db } from "@/lib/core/db/client";
import { nearestName } from "@/lib/core/http/nearest-name";
import type { Locale } from "@/lib/core/i18n/locales";
import { type CatalogueScope, catalogue, type ScopeAccess } from "@/lib/protocol/scopes/catalogue";
import de from "@/lib/protocol/scopes/translations/de.json" with { type: "json" };

/** A scope in words; one that is not in the catalogue has only its raw name. */
export type ScopeDescription = {
  name: string;
  /** False when there are no words for it: show it raw. */
  known: boolean;
  title: string;
  sentence: string;
  /** Business object; null when unknown. */
  group: string | null;
  /** "other" when unknown. */
  access: ScopeAccess | "other";
  customerData: boolean;
  risk: (typeof RISKS)[number];
  /** Whether a client gets it only with an operator's approval. */
  restricted: boolean;
  /** Whether no client can add it any more. */
  deprecated: boolean;
};

const ACCESS: readonly ScopeAccess[] = ["view", "change", "delete"];
const RISKS = ["low", "medium", "high"] as const;

/** A scope as stored; the platform may have added its own and changed those of the catalogue. */
type ScopeRow = Omit<CatalogueScope, "access"> & {
  access: string;
  /** low, medium or high. */
  risk: string;
  restricted: boolean;
  deprecated: boolean;
  /** By language: `{"de": {"title": "…", "sentence": "…", "group": "…"}}`. */
  translations: unknown;
};

const omit = { builtIn: true } as const;

/** Describes scopes in the order given, in the language of the page. */
export async function describeScopes(
  names: readonly string[],
  locale: Locale,
): Promise<ScopeDescription[]> {
  const where = { name: { in: [...names] } };
  const scopeRows = await db().scope.findMany({ where, omit });
  const rows = new Map(scopeRows.map((row) => [row.name, row]));
  return names.map((name) => {
    const row = rows.get(name);
    return row ? describeRow(translateScope(row, locale)) : describeUnknown(name);
  });
}

/**
 * Every scope that has words, by business object in the alphabet of the page's language, then by
 * name: what a scope picker offers.
 */
export async function listKnownScopes(locale: Locale): Promise<ScopeDescription[]> {
  const rows = await db().scope.findMany({ omit, orderBy: [{ group: "asc" }, { name: "asc" }] });
  return rows
    .map((row) => translateScope(row, locale))
    .toSorted((a, b) => a.group.localeCompare(b.group, locale))
    .map(describeRow);
}

function describeRow(row: ScopeRow): ScopeDescription {
  const { translations: _, ...shown } = row;
  return {
    ...shown,
    access: ACCESS.find((each) => each === row.access) ?? "other",
    risk: RISKS.find((each) => each === row.risk) ?? "medium",
    known: true,
  };
}

function describeUnknown(name: string): ScopeDescription {
  return {
    name,
    known: false,
    title: name,
    sentence: "",
    group: null,
    access: "other",
    customerData: false,
    risk: "medium",
    restricted: false,
    deprecated: false,
  };
}

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

function withTexts(texts: { [Name in keyof Texts]?: string | undefined }): Partial<Texts> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text));
}

// Names come from clients, so an inherited property ("constructor") is not a translation.
function ownValue<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** A scope that is not in the catalogue, and the most similar name in it. */
type UnknownScope = { name: string; nearest: string | null };

// Anyone may send a hundred names, and comparing takes time.
const MAX_COMPARED = 10;

/**
 * The scopes that the catalogue lacks. They work all the same, and sellers see their names.
 * @param others names besides the catalogue's that may have been meant
 */
export async function findUnknownScopes(
  names: readonly string[],
  others: readonly string[] = [],
): Promise<UnknownScope[]> {
  if (names.length === 0) return [];
  const rows = await db().scope.findMany({ select: { name: true } });
  const scopeNames = rows.map(({ name }) => name);
  const unknown = names.filter((name) => !scopeNames.includes(name));
  return unknown.map((name, index) => ({
    name,
    nearest: index < MAX_COMPARED ? nearestName(name, [...others, ...scopeNames]) : null,
  }));
}
