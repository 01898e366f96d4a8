import type { TokenKey } from "@/lib/core/crypto/tokens";
import { column, type RowOf, sql } from "@/lib/core/db/sql";
import { differ } from "@/lib/core/diagnosis/difference";
import type { Fix } from "@/lib/core/diagnosis/fix-schemas";
import { ServiceError } from "@/lib/core/errors";
import { bearerChallenge } from "@/lib/core/http/render-error";
import type { AccessTokenKind, BearerFacts } from "@/lib/protocol/bearer/check-bearer";
import { invalidToken } from "@/lib/protocol/bearer/read-bearer-token";
import { explainMissingScope } from "@/lib/protocol/scopes/explain-scopes";
import { SUBJECT_STATUS, type SubjectStatus } from "@/lib/protocol/tokens/client-conditions";
import {
  type DeniedState,
  TOKEN_CONDITIONS,
  type TokenCondition,
} from "@/lib/protocol/tokens/token-state";

/** What errors say about a token. */
export type TokenOwner = Pick<
  BearerFacts,
  "clientId" | "companyId" | "organizationId" | "kind" | "scopes"
>;

const AUTHORIZE_AGAIN = { kind: "run_authorize_again" } as const;

export function unknownAccessToken(): ServiceError {
  return invalidToken(
    "The access token is unknown: it is of another installation, or ended long ago.",
    { check: "access_token", fix: AUTHORIZE_AGAIN },
  );
}

/** The error for a known token that is not live, with the client's way to fix it. */
export async function tokenNotLive(
  owner: TokenOwner,
  state: DeniedState,
  key: TokenKey,
): Promise<ServiceError> {
  const { check, message, fix }: TokenCondition = TOKEN_CONDITIONS[state];
  const needsClient = typeof message !== "string" || fix === "renew";
  const client = needsClient ? await findTokenClient(key) : NO_CLIENT;
  return invalidToken(typeof message === "string" ? message : message({ ...owner, ...client }), {
    check,
    fix: fix === "renew" ? fixByRenewal(owner.kind, client.grantTypes) : (fix ?? AUTHORIZE_AGAIN),
    owner,
  });
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
 * How a client replaces an access token that is no longer live, with a grant type that it is registered for.
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

const TOKEN_CLIENT = {
  clientScopes: "text[]",
  grantedScopes: "text[]?",
  grantTypes: "text[]",
  suspensionReason: "text?",
  subjectStatus: column<SubjectStatus>("text"),
} as const;

/** A token's client, as far as errors explain it. */
type TokenClient = RowOf<typeof TOKEN_CLIENT>;

const findClientOfToken = sql<TokenKey, TokenClient>(
  "find-token-client",
  TOKEN_CLIENT,
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
