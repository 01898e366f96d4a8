import type { ScopeUseHint } from "@/lib/consent/scope-use/values";
import type { ScopeUse } from "@/lib/gate/rules/count-use-by-scope";

/** Calls and last use of each scope, including those never used. */
export function toScopeUseHints(
  scopes: readonly string[],
  uses: readonly ScopeUse[],
): ScopeUseHint[] {
  const useByScope = new Map(uses.map((use) => [use.scope, use]));
  return scopes.map((scope) => useByScope.get(scope) ?? { scope, calls: 0, lastUsedAt: null });
}
