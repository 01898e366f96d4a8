import {
  callDenied,
  neededScopes,
  otherCompany,
  otherCompanyInQuery,
} from "@/lib/gate/check/denials";
import type { OriginalRequest } from "@/lib/gate/check/original-request";
import { namesOnlyCompany } from "@/lib/gate/paths/company-in-query";
import { normalizePath } from "@/lib/gate/paths/normalize-path";
import { splitTarget } from "@/lib/gate/paths/split-target";
import type { GateToken } from "@/lib/gate/repository";
import type { GateRule } from "@/lib/gate/rules/rule";
import { rulesInForce } from "@/lib/gate/rules/rules-in-force";
import type { ServiceError } from "@/lib/kernel/errors";
import {
  bearerMissing,
  bearerTokenOf,
  unknownBearerToken,
} from "@/lib/oauth/bearer/read-bearer-token";
import { scopeMissing, tokenNotLive, unknownAccessToken } from "@/lib/oauth/bearer/token-denials";

/** What a caller sent to be recognized by. */
export type SentToken = {
  /** The Authorization header. */
  header: string | null;
  /** The hash of the token in it. */
  hash: Buffer;
  /** Null if it is missing or unknown. */
  known: GateToken | null;
};

/** Whether a call is allowed. `rule` is the one for its method and path; null without one. */
export type Decision = { rule: GateRule | null } & (
  | { denial: null; token: GateToken }
  | { denial: ServiceError }
);

/** Decides about a call: its path, rule, token, company and scopes, in this order. */
export async function decide(call: OriginalRequest, sent: SentToken): Promise<Decision> {
  const target = splitTarget(call.target);
  if (!target) return { rule: null, denial: unreadable("It is not a path with a query.") };
  const path = normalizePath(target.path);
  if ("problem" in path) return { rule: null, denial: unreadable(path.problem) };
  const rule = rulesInForce().match(call.method, path.segments);
  if (!rule) return { rule: null, denial: noRule() };
  const { known: token } = sent;
  if (!token) return { rule, denial: notKnown(sent) };
  if (token.state !== "live") {
    return { rule, denial: await tokenNotLive(token, token.state, sent.hash) };
  }
  const denial =
    companyDenial(rule, path.segments, target.query, token) ?? scopeDenial(rule, token, sent.hash);
  return denial ? { rule, denial: await denial } : { rule, denial: null, token };
}

function unreadable(problem: string): ServiceError {
  const message = `The gate does not let this path through, because programs could read it in different ways. ${problem}`;
  return callDenied(message, { check: "path" });
}

function noRule(): ServiceError {
  const message = "The gate has no rule for this method and path.";
  return callDenied(message, { check: "gate_rule", fix: { kind: "contact_platform" } });
}

function notKnown({ header }: SentToken): ServiceError {
  const token = bearerTokenOf(header);
  return token === null ? bearerMissing(header) : unknownBearerToken(token, unknownAccessToken);
}

function companyDenial(
  { companyAt }: GateRule,
  segments: readonly string[],
  query: string,
  token: GateToken,
): ServiceError | null {
  if (companyAt === null) return null;
  const sent = segments[companyAt] ?? "";
  // As a text, so that no other spelling of the number passes.
  if (sent !== String(token.companyId)) return otherCompany(sent, token);
  return namesOnlyCompany(query, sent) ? null : otherCompanyInQuery(token);
}

function scopeDenial(
  rule: GateRule,
  token: GateToken,
  tokenHash: Buffer,
): Promise<ServiceError> | null {
  const { scopes } = token;
  const missing = rule.all.filter((scope) => !scopes.includes(scope));
  const hasOne = rule.any.length === 0 || rule.any.some((scope) => scopes.includes(scope));
  if (missing.length === 0 && hasOne) return null;
  const wanted = missing.length > 0 ? missing : rule.any;
  return scopeMissing(wanted, neededScopes(rule), token, tokenHash);
}
