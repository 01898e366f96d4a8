import type { GateRule } from "@/lib/gate/rules/rule";

/** The scopes of a rule that a token lacks: all of `all`, or else `any` of which one would do. Empty if it has enough. */
export function missingScopes(
  { all, any }: GateRule,
  scopes: readonly string[],
): readonly string[] {
  const missing = all.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0) return missing;
  return any.some((scope) => scopes.includes(scope)) ? [] : any;
}
