import { rulesInForce } from "@/lib/gate/rules/rules-in-force";

/** Calls of one method and path that a scope allowed. */
export type UseRow = {
  method: string;
  /** The template, as the API log has it. */
  path: string | null;
  scope: string;
  calls: number;
  lastUsedAt: Date;
};

/** How many calls used a scope, and when the last one was. */
export type ScopeUse = { scope: string; calls: number; lastUsedAt: Date };

/**
 * Adds up calls by scope. The API log names one scope per call. A call whose rule needs several (`all`) counts as a use
 * of each, so that no needed permission looks unused. The rules in force now apply, even to earlier calls.
 */
export function countUseByScope(rows: readonly UseRow[]): ScopeUse[] {
  const { byTemplate } = rulesInForce();
  const uses = new Map<string, ScopeUse>();
  for (const { method, path, scope, calls, lastUsedAt } of rows) {
    const needed = byTemplate.get(`${method} ${path}`)?.all ?? [];
    for (const each of new Set([scope, ...needed])) {
      const scopeUse = uses.get(each);
      uses.set(each, {
        scope: each,
        calls: calls + (scopeUse?.calls ?? 0),
        lastUsedAt: scopeUse && scopeUse.lastUsedAt > lastUsedAt ? scopeUse.lastUsedAt : lastUsedAt,
      });
    }
  }
  return [...uses.values()];
}
