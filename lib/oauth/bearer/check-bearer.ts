import { sha256 } from "@/lib/kernel/crypto/hash";
import type { Fix } from "@/lib/kernel/diagnosis/fix-schemas";
import { ServiceError } from "@/lib/kernel/errors";
import { bearerChallenge } from "@/lib/kernel/http/bearer-challenge";
import type { BearerFacts } from "@/lib/oauth/bearer/bearer-facts";
import { fixByRenewal } from "@/lib/oauth/bearer/fix-by-renewal";
import {
  invalidToken,
  readBearerToken,
  unknownBearerToken,
} from "@/lib/oauth/bearer/read-bearer-token";
import { checkBearerToken, findTokenClient } from "@/lib/oauth/bearer/repository";
import { explainMissingScope, type ScopeHolders } from "@/lib/oauth/tokens/explain-missing-scope";
import { clientSuspended } from "@/lib/oauth/tokens/explain-suspension";
import { SUSPENSION_CHECKS, type TokenState } from "@/lib/oauth/tokens/token-state";

/** The caller of a platform API, and the company that it calls for. */
export type BearerCaller = BearerFacts & { companyId: number };

/** A known token, and whether it allows the call. */
export type CheckedBearer = { token: BearerFacts } & (
  | { caller: BearerCaller; denial: null }
  | { caller: null; denial: ServiceError }
);

const AUTHORIZE_AGAIN = { kind: "run_authorize_again" } as const;

const CHECKS = {
  expired: "access_token_live",
  revoked: "grant_live",
  client_deleted: "client_active",
  client_inactive: "client_active",
  ...SUSPENSION_CHECKS,
  client_was_inactive: "access_token_live",
  secret_ended: "access_token_live",
  seller_left: "seller_belongs",
  signed_out: "session_live",
} as const;

/** States in which the client can get a new token without a person. */
const RENEWABLE: ReadonlySet<TokenState> = new Set([
  "expired",
  "client_was_inactive",
  "secret_ended",
]);

const OTHER_FIXES: ReadonlyMap<TokenState, Fix> = new Map([
  ["client_deleted", { kind: "restore_client" }],
  ["client_inactive", { kind: "activate_client" }],
  ["publisher_suspended", { kind: "contact_platform" }],
  ["subject_suspended", { kind: "contact_platform" }],
]);

const messages: Readonly<Record<Exclude<TokenState, "live" | "client_suspended">, string>> = {
  expired:
    "The access token has expired. Offline: refresh it. Online: run the authorization flow again.",
  revoked:
    "The access token was revoked: the company removed the extension, or a code was replayed.",
  client_deleted: "The access token's client was deleted.",
  client_inactive: "The access token's client is inactive.",
  publisher_suspended:
    "The platform has suspended the organization that publishes the access token's client.",
  subject_suspended:
    "The platform has suspended or closed the company or organization that the access token is for.",
  client_was_inactive:
    "The access token was issued before its client was deactivated. Get a new one.",
  secret_ended:
    "The client secret that this access token was issued for was rotated or revoked. Get a new token with the current secret.",
  signed_out:
    "The person this online token acts for has signed out. Run the authorization flow again.",
  seller_left: "The seller this online token acts for no longer belongs to the company.",
};

/**
 * Guards a platform API: the token must be live, for a company, and have one of the accepted scopes
 * (RFC 6750 section 3.1). A denial of a known token, whose client the API log names, is returned:
 * `invalid_token` or `insufficient_scope`.
 * @param acceptedScopes any of them is enough; the error names the first
 * @throws ServiceError unauthenticated, invalid_token
 */
export async function checkBearer(
  request: Request,
  acceptedScopes: readonly string[],
): Promise<CheckedBearer> {
  const value = readBearerToken(request);
  const token = await checkBearerToken(sha256(value), acceptedScopes);
  if (!token) throw unknownBearerToken(value, unknownToken);
  const denial = await findDenial(token, acceptedScopes, sha256(value));
  if (denial) return { token, caller: null, denial };
  const { companyId } = token;
  if (companyId === null) return { token, caller: null, denial: notForCompany(token) };
  return { token, caller: { ...token, companyId }, denial: null };
}

async function findDenial(
  token: BearerFacts,
  acceptedScopes: readonly string[],
  hash: Buffer,
): Promise<ServiceError | null> {
  if (token.state !== "live") return notLive(token, token.state, hash);
  if (token.companyId !== null && !token.inScope) {
    return insufficientScope(acceptedScopes, token, await findTokenClient(hash));
  }
  return null;
}

function notForCompany(owner: BearerFacts): ServiceError {
  return invalidToken("The access token is not for a company.", {
    check: "company",
    fix: AUTHORIZE_AGAIN,
    owner,
  });
}

function unknownToken(): ServiceError {
  return invalidToken("The access token is unknown.", {
    check: "access_token",
    fix: AUTHORIZE_AGAIN,
  });
}

async function notLive(
  owner: BearerFacts,
  state: Exclude<TokenState, "live">,
  tokenHash: Buffer,
): Promise<ServiceError> {
  if (state === "client_suspended") return suspended(owner, await findTokenClient(tokenHash));
  const fix = RENEWABLE.has(state)
    ? fixByRenewal(owner.kind, (await findTokenClient(tokenHash)).grantTypes)
    : (OTHER_FIXES.get(state) ?? AUTHORIZE_AGAIN);
  return invalidToken(messages[state], { check: CHECKS[state], fix, owner });
}

function suspended(
  owner: BearerFacts,
  { suspensionReason }: { suspensionReason: string | null },
): ServiceError {
  const fix = { kind: "contact_platform" } as const;
  const message = clientSuspended(suspensionReason);
  return invalidToken(message, { check: CHECKS.client_suspended, fix, owner });
}

function insufficientScope(
  accepted: readonly string[],
  owner: BearerFacts,
  holders: ScopeHolders,
): ServiceError {
  const { clientScopes, grantedScopes } = holders;
  // If possible, name a scope that the token was meant to have.
  const isMeant = (each: string) => grantedScopes?.includes(each) || clientScopes.includes(each);
  const scope = accepted.find(isMeant) ?? accepted[0] ?? "";
  const { message, fix } = explainMissingScope(scope, holders);
  return new ServiceError("insufficient_scope", message, {
    headers: { "www-authenticate": bearerChallenge("insufficient_scope", message, scope) },
    check: "access_token_scope",
    fix,
    difference: `One of these is needed: ${accepted.join(", ")}; the token has: ${owner.scopes.join(", ") || "none"}.`,
    owner,
  });
}
