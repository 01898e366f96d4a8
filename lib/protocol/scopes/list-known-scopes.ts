import type { Locale } from "@/lib/core/i18n/locales";
import { describeRow, type ScopeDescription } from "@/lib/protocol/scopes/describe-scopes";
import { listScopes } from "@/lib/protocol/scopes/repository";
import { translateScope } from "@/lib/protocol/scopes/translate-scope";

/**
 * Every scope that has words, by business object in the alphabet of the page's language, then by
 * name: what a scope picker offers.
 */
export async function listKnownScopes(locale: Locale): Promise<ScopeDescription[]> {
  return (await listScopes())
    .map((row) => translateScope(row, locale))
    .toSorted((a, b) => a.group.localeCompare(b.group, locale))
    .map(describeRow);
}
