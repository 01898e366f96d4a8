import type { TokenKey } from "@/lib/core/crypto/tokens";
import type { Diagnosis } from "@/lib/core/diagnosis/diagnosis";
import { ServiceError } from "@/lib/core/errors";
import { bearerChallenge } from "@/lib/core/http/render-error";
import { readCompanyId } from "@/lib/core/schemas/id-forms";
import type { OriginalRequest } from "@/lib/gate/check/original-request";
import { namesOnlyCompany, normalizePath, splitTarget } from "@/lib/gate/paths/normalize-path";
import type { GateToken } from "@/lib/gate/repository";
import { type GateRule, missingScopes, neededScopes } from "@/lib/gate/rules/rule";
import type { RuleMatcher } from "@/lib/gate/rules/rule-matcher";
import { rulesInForce } from "@/lib/gate/rules/rules-in-force";
import {
  bearerMissing,
  bearerTokenOf,
  unknownBearerToken,
} from "@/lib/protocol/bearer/read-bearer-token";
import {
  scopeMissing,
  type TokenOwner,
  tokenNotLive,
  unknownAccessToken,
} from "@/lib/protocol/bearer/token-denials";

export type SentToken = {
  /** The Authorization header. */
  header: string | null;
  /** Of the token in it. */
  key: TokenKey;
  /** Null if no token was sent, or an unknown one. */
  storedToken: GateToken | null;
};

/** Whether a call is allowed. `rule` is the one for its method and path; null without one. */
export type Decision = { rule: GateRule | null } & (
  | { denial: null; token: GateToken }
  | { denial: ServiceError }
);

/** Decides about a call: its path, rule, token, company and scopes, in this order. */
export async function decide(call: OriginalRequest, sent: SentToken): Promise<Decision> {
  const matched = findRule(call, rulesInForce().match);
  if (!matched.rule) return matched;
  const { rule } = matched;
  const { storedToken: token } = sent;
  if (!token) return { rule, denial: unknownToken(sent) };
  if (token.state !== "live") {
    return { rule, denial: await tokenNotLive(token, token.state, sent.key) };
  }
  const denial = companyDenial(matched, token);
  if (denial) return { rule, denial };
  const missing = missingScopes(rule, token.scopes);
  if (missing.length === 0) return { rule, denial: null, token };
  return { rule, denial: await scopeMissing(missing, neededScopes(rule), token, sent.key) };
}

function unknownToken({ header }: SentToken): ServiceError {
  const token = bearerTokenOf(header);
  return token === null ? bearerMissing(header) : unknownBearerToken(token, unknownAccessToken);
}

/** The subject and scopes of a live token. */
export type TriedToken = {
  /** Null for a token of an organization. */
  companyId: number | null;
  scopes: readonly string[];
};

/** The gate's decision about a call. `denied` is the reason; null if the call is allowed. */
type TriedCall = { rule: GateRule | null; denied: string | null };

/** Decides about a call with a live token as the gate does, without a database. */
export function tryCall(call: OriginalRequest, token: TriedToken, match: RuleMatcher): TriedCall {
  const matched = findRule(call, match);
  if (!matched.rule) return { rule: null, denied: matched.denial.message };
  const { rule } = matched;
  const { companyId } = token;
  const scopes = [...token.scopes];
  const owner = { clientId: "", companyId, organizationId: null, kind: "offline", scopes } as const;
  const denial = companyDenial(matched, owner);
  if (denial) return { rule, denied: denial.message };
  if (missingScopes(rule, scopes).length === 0) return { rule, denied: null };
  const has = scopes.join(", ") || "no scopes";
  return { rule, denied: `This call needs ${neededScopes(rule)}; the token has ${has}.` };
}

/** The rule that matches a call, with the call's path and query. */
type MatchedRule = { rule: GateRule; segments: readonly string[]; query: string };

/** Finds the rule for a call, or the denial if no rule matches or the path is ambiguous. */
function findRule(
  { method, target }: OriginalRequest,
  match: RuleMatcher,
): MatchedRule | { rule: null; denial: ServiceError } {
  const parts = splitTarget(target);
  if (!parts) return { rule: null, denial: unreadable("It is not a path with a query.") };
  const path = normalizePath(parts.path);
  if ("problem" in path) return { rule: null, denial: unreadable(path.problem) };
  const rule = match(method, path.segments);
  if (rule) return { rule, segments: path.segments, query: parts.query };
  const message = "The gate has no rule for this method and path.";
  const diagnosis = { check: "gate_rule", fix: { kind: "contact_platform" } } as const;
  return { rule: null, denial: callDenied(message, diagnosis) };
}

function unreadable(problem: string): ServiceError {
  const message = `The gate does not let this path through, because programs could read it in different ways. ${problem}`;
  return callDenied(message, { check: "path" });
}

/** Why a call is about another company than its token; null if it is not, or its rule does not ask. */
function companyDenial(
  { rule: { companyAt }, segments, query }: MatchedRule,
  token: TokenOwner,
): ServiceError | null {
  if (companyAt === null) return null;
  const sentCompany = segments[companyAt] ?? "";
  // As a text, so that no other spelling of the number passes.
  if (sentCompany !== String(token.companyId)) return otherCompany(sentCompany, token);
  // A query may name no other company, nor one in a way that could be misread.
  if (namesOnlyCompany(query, sentCompany)) return null;
  const message = "The query names a company. Leave company_id out: the path has it.";
  const fix = { kind: "remove_parameter", name: "company_id" } as const;
  return callDenied(message, { check: "company", fix, owner: token });
}

function otherCompany(sent: string, token: TokenOwner): ServiceError {
  const { companyId } = token;
  const fix = { kind: "use_other_company", company_id: companyId } as const;
  if (companyId === null) {
    const message = "The access token is for an organization, but the path is about a company.";
    return callDenied(message, { check: "company", fix, owner: token });
  }
  const isCompany = readCompanyId(sent) !== null;
  const message = isCompany
    ? `The path is about company ${sent}, but the access token is for company ${companyId}.`
    : "The path does not contain the company of the access token.";
  return callDenied(message, { check: "company", fix, owner: token });
}

/** The error for a call that no scope would allow. Its challenge has the only code that RFC 6750 has for 403. */
export function callDenied(message: string, diagnosis: Diagnosis = {}): ServiceError {
  return new ServiceError("call_denied", message, {
    ...diagnosis,
    headers: { "www-authenticate": bearerChallenge("insufficient_scope", message) },
  });
}
