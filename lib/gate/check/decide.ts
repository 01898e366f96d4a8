import type { TokenKey } from "@/lib/core/crypto/tokens";
import type { ServiceError } from "@/lib/core/errors";
import { companyDenial } from "@/lib/gate/check/company-denial";
import { findRule } from "@/lib/gate/check/find-rule";
import type { OriginalRequest } from "@/lib/gate/check/original-request";
import type { GateToken } from "@/lib/gate/repository";
import { type GateRule, missingScopes, neededScopes } from "@/lib/gate/rules/rule";
import { rulesInForce } from "@/lib/gate/rules/rules-in-force";
import {
  bearerMissing,
  bearerTokenOf,
  unknownBearerToken,
} from "@/lib/protocol/bearer/read-bearer-token";
import {
  scopeMissing,
  tokenNotLive,
  unknownAccessToken,
} from "@/lib/protocol/bearer/token-denials";

/** The token that a caller sent. */
export type SentToken = {
  /** The Authorization header. */
  header: string | null;
  /** Of the token in it. */
  key: TokenKey;
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
  const found = findRule(call, rulesInForce().match);
  if (!found.rule) return found;
  const { rule, segments, query } = found;
  const { known: token } = sent;
  if (!token) return { rule, denial: notKnown(sent) };
  if (token.state !== "live") {
    return { rule, denial: await tokenNotLive(token, token.state, sent.key) };
  }
  const denial = companyDenial(rule, segments, query, token);
  if (denial) return { rule, denial };
  const missing = missingScopes(rule, token.scopes);
  if (missing.length === 0) return { rule, denial: null, token };
  return { rule, denial: await scopeMissing(missing, neededScopes(rule), token, sent.key) };
}

function notKnown({ header }: SentToken): ServiceError {
  const token = bearerTokenOf(header);
  return token === null ? bearerMissing(header) : unknownBearerToken(token, unknownAccessToken);
}
