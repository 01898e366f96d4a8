import type { ScopeUseHint } from "@/lib/consent/scope-use/values";
import type { ScopeUse } from "@/lib/gate/rules/count-use-by-scope";

/** What is known about the use of each scope, unused ones included. */
export function hintsOf(scopes: readonly string[], uses: readonly ScopeUse[]): ScopeUseHint[] {
  const used = new Map(uses.map((use) => [use.scope, use]));
  return scopes.map((scope) => used.get(scope) ?? { scope, calls: 0, lastUsedAt: null });
}
