import type { GateRule } from "@/lib/gate/rules/rule";

/**
 * The scopes that a token lacks for a rule: the missing ones of `all`; or, if it has those but none of `any`, all of
 * `any`, of which one is enough. Empty if the token satisfies the rule.
 */
export function missingScopes(
  { all, any }: GateRule,
  scopes: readonly string[],
): readonly string[] {
  const missing = all.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0) return missing;
  return any.some((scope) => scopes.includes(scope)) ? [] : any;
}
