import { companyDenial } from "@/lib/gate/check/company-denial";
import { findRule } from "@/lib/gate/check/find-rule";
import type { OriginalRequest } from "@/lib/gate/check/original-request";
import { type GateRule, missingScopes, neededScopes } from "@/lib/gate/rules/rule";
import type { RuleMatcher } from "@/lib/gate/rules/rule-matcher";

/** The subject and scopes of a live token. */
export type TriedToken = {
  /** Null for a token of an organization. */
  companyId: number | null;
  scopes: readonly string[];
};

/** The gate's decision about a call. `denied` is the reason; null if the call is allowed. */
export type TriedCall = { rule: GateRule | null; denied: string | null };

/** Decides about a call with a live token as the gate does, without a database. */
export function tryCall(call: OriginalRequest, token: TriedToken, match: RuleMatcher): TriedCall {
  const found = findRule(call, match);
  if (!found.rule) return { rule: null, denied: found.denial.message };
  const { rule, segments, query } = found;
  const { companyId } = token;
  const scopes = [...token.scopes];
  const owner = { clientId: "", companyId, organizationId: null, kind: "offline", scopes } as const;
  const denial = companyDenial(rule, segments, query, owner);
  if (denial) return { rule, denied: denial.message };
  if (missingScopes(rule, scopes).length === 0) return { rule, denied: null };
  const has = scopes.join(", ") || "no scopes";
  return { rule, denied: `This call needs ${neededScopes(rule)}; the token has ${has}.` };
}
