import type { TokenKey } from "@/lib/core/crypto/tokens";
import { sql } from "@/lib/core/db/sql";
import { differ } from "@/lib/core/diagnosis/difference";
import type { Fix } from "@/lib/core/diagnosis/fix-schemas";
import { ServiceError } from "@/lib/core/errors";
import { bearerChallenge } from "@/lib/core/http/render-error";
import { asSubject } from "@/lib/core/subject";
import type { AccessTokenKind, BearerFacts } from "@/lib/protocol/bearer/check-bearer";
import { invalidToken } from "@/lib/protocol/bearer/read-bearer-token";
import { explainMissingScope, type ScopeHolders } from "@/lib/protocol/scopes/explain-scopes";
import { clientSuspended, subjectInactive } from "@/lib/protocol/tokens/explain-suspension";
import {
  SUBJECT_STATUS,
  SUSPENSION_CHECKS,
  type SubjectStatus,
  type TokenState,
} from "@/lib/protocol/tokens/token-state";

/** What errors say about a token. */
export type TokenOwner = Pick<
  BearerFacts,
  "clientId" | "companyId" | "organizationId" | "kind" | "scopes"
>;

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
]);

/** Those whose message needs nothing else. */
type PlainState = Exclude<TokenState, "live" | "client_suspended" | "subject_suspended">;

const messages: Readonly<Record<PlainState, string>> = {
  expired:
    "The access token has expired. Offline: refresh it. Online: run the authorization flow again.",
  revoked:
    "The access token was revoked: the company removed the extension, or a code was replayed.",
  client_deleted: "The access token's client was deleted.",
  client_inactive: "The access token's client is inactive.",
  publisher_suspended:
    "The platform has suspended the organization that publishes the access token's client.",
  client_was_inactive:
    "The access token was issued before its client was deactivated. Get a new one.",
  secret_ended:
    "The client secret that this access token was issued for was rotated or revoked. Get a new token with the current secret.",
  signed_out:
    "The person this online token acts for has signed out. Run the authorization flow again.",
  seller_left:
    "The seller this online token acts for no longer belongs to the company, or left it and joined again. Run the authorization flow again.",
};

/** The error for an access token that is not stored. */
export function unknownAccessToken(): ServiceError {
  return invalidToken(
    "The access token is unknown: it is of another installation, or ended long ago.",
    { check: "access_token", fix: AUTHORIZE_AGAIN },
  );
}

/** The error for a token of an organization where only one of a company will do. */
export function notForCompany(owner: TokenOwner): ServiceError {
  return invalidToken("The access token is not for a company.", {
    check: "company",
    fix: AUTHORIZE_AGAIN,
    owner,
  });
}

/** The error for a known token that is not live, with the client's way to fix it. */
export async function tokenNotLive(
  owner: TokenOwner,
  state: Exclude<TokenState, "live">,
  key: TokenKey,
): Promise<ServiceError> {
  if (state === "client_suspended" || state === "subject_suspended") {
    return suspended(owner, state, await findTokenClient(key));
  }
  const fix = RENEWABLE.has(state)
    ? fixByRenewal(owner.kind, (await findTokenClient(key)).grantTypes)
    : (OTHER_FIXES.get(state) ?? AUTHORIZE_AGAIN);
  return invalidToken(messages[state], { check: CHECKS[state], fix, owner });
}

function suspended(
  owner: TokenOwner,
  state: "client_suspended" | "subject_suspended",
  { suspensionReason, subjectStatus }: TokenClient,
): ServiceError {
  const fix = { kind: "contact_platform" } as const;
  const message =
    state === "client_suspended"
      ? clientSuspended(suspensionReason)
      : subjectInactive(asSubject(owner), subjectStatus);
  return invalidToken(message, { check: CHECKS[state], fix, owner });
}

/**
 * The error for a live token without a scope (RFC 6750 section 3.1).
 * @param neededScopes any of them would help; the error names one that the token was meant to have, if possible
 * @param needed what the call needs, in words
 */
export async function scopeMissing(
  neededScopes: readonly string[],
  needed: string,
  owner: TokenOwner,
  key: TokenKey,
): Promise<ServiceError> {
  const holders = await findTokenClient(key);
  const { clientScopes, grantedScopes } = holders;
  const isMeant = (each: string) => grantedScopes?.includes(each) || clientScopes.includes(each);
  const scope = neededScopes.find(isMeant) ?? neededScopes[0] ?? "";
  const { message, fix } = explainMissingScope(scope, holders);
  return new ServiceError("insufficient_scope", message, {
    headers: { "www-authenticate": bearerChallenge("insufficient_scope", message, scope) },
    check: "access_token_scope",
    fix,
    difference: [differ("scope_needed", { needed, scopes: owner.scopes.join(", ") || "none" })],
    owner,
  });
}

/**
 * How a client replaces an access token that has ended, with a grant type that it is registered for.
 * @param grantTypes those of the client
 */
export function fixByRenewal(kind: AccessTokenKind, grantTypes: readonly string[]): Fix {
  if (kind === "client_credentials") {
    return grantTypes.includes(kind)
      ? { kind: "use_client_credentials" }
      : { kind: "register_grant", grant: kind };
  }
  return kind === "offline" && grantTypes.includes("refresh_token")
    ? { kind: "refresh_token" }
    : { kind: "run_authorize_again" };
}

/** A token's client, as far as errors explain it. */
type TokenClient = ScopeHolders & {
  grantTypes: string[];
  suspensionReason: string | null;
  subjectStatus: SubjectStatus;
};

const findClientOfToken = sql<TokenKey, TokenClient>(
  "find-token-client",
  {
    clientScopes: "text[]",
    grantedScopes: "text[]",
    grantTypes: "text[]",
    suspensionReason: "text",
    subjectStatus: "text",
  },
  `
  SELECT c.scopes AS "clientScopes", g.scopes AS "grantedScopes", c.grant_types AS "grantTypes",
    c.suspension_reason AS "suspensionReason",
    ${SUBJECT_STATUS("t.company_id", "t.organization_id")} AS "subjectStatus"
  FROM access_tokens t
  JOIN clients c ON c.client_id = t.client_id
  LEFT JOIN grants g ON g.id = t.grant_id
  WHERE t.day = :tokenDay AND t.token_hash = :tokenHash`,
);

const NO_CLIENT: TokenClient = {
  clientScopes: [],
  grantedScopes: null,
  grantTypes: [],
  suspensionReason: null,
  subjectStatus: "active",
};

/** What a token's client is registered for and what it was granted, to explain why the token is rejected. */
export async function findTokenClient(key: TokenKey): Promise<TokenClient> {
  const [row] = await findClientOfToken(key);
  return row ?? NO_CLIENT;
}
