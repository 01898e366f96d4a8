import type { Locale } from "@/lib/core/i18n/locales";
import type { ScopeAccess } from "@/lib/protocol/scopes/catalogue";
import { findScopes, type ScopeRow } from "@/lib/protocol/scopes/repository";
import { translateScope } from "@/lib/protocol/scopes/translate-scope";

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
  risk: "low" | "medium" | "high";
  /** Whether a client gets it only with an operator's approval. */
  restricted: boolean;
  /** Whether no client can add it any more. */
  deprecated: boolean;
};

/** Describes scopes in the order given, in the language of the page. */
export async function describeScopes(
  names: readonly string[],
  locale: Locale,
): Promise<ScopeDescription[]> {
  const rows = new Map((await findScopes(names)).map((row) => [row.name, row]));
  return names.map((name) => {
    const row = rows.get(name);
    return row ? describeRow(translateScope(row, locale)) : describeUnknown(name);
  });
}

/** One row of the table as a description. */
export function describeRow(row: ScopeRow): ScopeDescription {
  const { translations: _, ...shown } = row;
  return {
    ...shown,
    access: isAccess(row.access) ? row.access : "other",
    risk: isRisk(row.risk) ? row.risk : "medium",
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

function isRisk(text: string): text is ScopeDescription["risk"] {
  return text === "low" || text === "medium" || text === "high";
}

function isAccess(text: string): text is ScopeAccess {
  return text === "view" || text === "change" || text === "delete";
}
