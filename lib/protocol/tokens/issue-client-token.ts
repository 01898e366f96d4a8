import { newToken, type TokenKey, tokenKey } from "@/lib/core/crypto/tokens";
import { batch, type RequestValues } from "@/lib/core/db/batch";
import type { Diagnosis } from "@/lib/core/diagnosis/diagnosis";
import type { Fix } from "@/lib/core/diagnosis/fix-schemas";
import { ServiceError } from "@/lib/core/errors";
import type { Subject } from "@/lib/core/subject";
import {
  explainMissingScope,
  explainScopes,
  type MissingScope,
  rejectMisread,
} from "@/lib/protocol/scopes/explain-scopes";
import { grantNotRegistered } from "@/lib/protocol/tokens/conditions";
import type { TokenRequest } from "@/lib/protocol/tokens/parse-token-request";
import { unknownClient } from "@/lib/protocol/tokens/read-client-credentials";
import type { IssuedTokens } from "@/lib/protocol/tokens/serialize-token-response";
import {
  AUTHENTICATED_CLIENT_OF_SUBJECT,
  INSERT_ACCESS_TOKEN,
  ISSUED,
  type IssuedRow,
  SHARED,
  type SharedValues,
  sharedValues,
  TOKEN_KEY,
  type TokenContext,
} from "@/lib/protocol/tokens/statements";

/**
 * Issues a client's own token (RFC 6749 section 4.4): for its organization, to manage clients with,
 * or for a company that granted it scopes. No refresh token (section 4.4.3).
 * @throws ServiceError invalid_client, unauthorized_client, invalid_scope
 */
export async function issueClientToken(
  context: TokenContext,
  request: TokenRequest,
): Promise<IssuedTokens> {
  const accessToken = newToken("client_credentials");
  const row = await issueOwnToken(context, request.scopes, tokenKey(accessToken));
  if (!row) throw unknownClient();
  if (row.scopes === null) throw explainDenial(context, row, request.scopes ?? []);
  return { accessToken, expiresIn: row.expiresIn, scopes: row.scopes, accessMode: "offline" };
}

const NO_SCOPE: MissingScope = {
  message:
    "The client has no scope of an organization. Register one, for example organization/clients/read.",
  fix: { kind: "register_scopes", scopes: ["organization/clients/read"] },
};

function explainDenial(
  context: TokenContext,
  row: ClientCredentialsRow,
  requested: string[],
): ServiceError {
  if (!row.grantTypes.includes("client_credentials")) {
    return grantNotRegistered("client_credentials");
  }
  if (context.subject.organizationId !== null) {
    if (row.ownOrganizationId !== context.subject.organizationId) {
      return unauthorized("The client does not belong to the organization in the path.", {
        check: "client_organization",
        fix: { kind: "use_other_organization", organization_id: row.ownOrganizationId ?? null },
      });
    }
  } else if (!row.grantId) {
    return unauthorized("The company in the path has not installed this extension.", {
      check: "grant_live",
      fix: { kind: "run_authorize_again" },
    });
  }
  return explainScopeDenial(context.subject, row, requested);
}

function explainScopeDenial(
  { organizationId }: Subject,
  row: ClientCredentialsRow,
  asked: string[],
): ServiceError {
  const ownScopes = row.ownScopes;
  const beyond = asked.filter((scope) => !ownScopes.includes(scope));
  const misread = rejectMisread(asked, beyond);
  if (misread) return misread;
  const foreign = beyond.filter((scope) => !scope.startsWith("organization/"));
  if (organizationId !== null && foreign.length > 0) {
    return new ServiceError(
      "invalid_scope",
      `An organization's own token cannot have: ${foreign.join(", ")}. Get a token for a company.`,
      {
        check: "scope_granted",
        fix: { kind: "use_other_company", company_id: null },
        difference: explainScopes(asked, ownScopes, "registered"),
      },
    );
  }
  const [missing = row.grantedScopes?.[0]] = beyond;
  const why = missing === undefined ? NO_SCOPE : explainMissingScope(missing, row);
  const denied = beyond.length > 0 ? `The client cannot have: ${beyond.join(", ")}. ` : "";
  return new ServiceError("invalid_scope", denied + why.message, {
    check: "scope_granted",
    fix: organizationId === null ? why.fix : registerScopes(beyond),
    difference: explainScopes(asked, ownScopes, organizationId === null ? "granted" : "registered"),
  });
}

// An organization's own client needs no consent: it has every scope that it is registered for.
function registerScopes(beyond: string[]): Fix {
  return beyond.length === 0 ? NO_SCOPE.fix : { kind: "register_scopes", scopes: beyond };
}

function unauthorized(message: string, diagnosis: Diagnosis): ServiceError {
  return new ServiceError("unauthorized_client", message, diagnosis);
}

/** With the facts that explain why nothing was issued. */
export type ClientCredentialsRow = IssuedRow & {
  grantTypes: string[];
  /** The scopes that the client is registered for. */
  ownScopes: string[];
  /** The scopes that the company granted; null for an organization, and without a grant. */
  grantedScopes: string[] | null;
  clientScopes: string[];
  ownOrganizationId?: string;
  grantId?: string | null;
};

type OwnTokenValues = SharedValues & TokenKey & { scopes: string[] | null };
type CompanyTokenRow = Omit<ClientCredentialsRow, "ownOrganizationId">;
type OrganizationTokenRow = Omit<ClientCredentialsRow, "grantId" | "grantedScopes"> & {
  grantedScopes: null;
};

const OWN_TOKEN = {
  ...ISSUED,
  grantTypes: "text[]",
  ownScopes: "text[]",
  clientScopes: "text[]",
} as const;

const OWN_TOKEN_VALUES = {
  ...SHARED,
  scopes: "text[]",
  ...TOKEN_KEY,
} satisfies RequestValues<OwnTokenValues>;

// Clients' own tokens, from the CTE `allowed`: the client, what it may have and the grant, if the token needs one.
const issued = (condition: string) => `
issued AS (
  SELECT n, client_id, company_id, organization_id, grant_id, grant_epoch, token_epoch, secret_id,
    access_token_lifetime, coalesce(asked_scopes, own_scopes) AS scopes, 'client_credentials' AS token_kind, token_hash, token_day,
    request_id
  FROM allowed
  WHERE ${condition} AND 'client_credentials' = ANY (grant_types)
    AND (asked_scopes IS NULL OR asked_scopes <@ own_scopes) AND cardinality(own_scopes) > 0
), ${INSERT_ACCESS_TOKEN({ source: "issued", dependsOn: "secret_id" })}
SELECT n, issued.scopes, allowed.access_token_lifetime AS "expiresIn", allowed.grant_types AS "grantTypes",
  allowed.own_scopes AS "ownScopes", allowed.scopes AS "clientScopes"`;

const issueCompanyToken = batch<OwnTokenValues, CompanyTokenRow>(
  "issue-company-token",
  { ...OWN_TOKEN, grantId: "text", grantedScopes: "text[]" },
  OWN_TOKEN_VALUES,
  `
${AUTHENTICATED_CLIENT_OF_SUBJECT},
allowed AS (
  SELECT n, client.client_id, client.grant_types, client.scopes, client.token_epoch, client.secret_id,
    client.access_token_lifetime, NULL AS organization_id, g.company_id, g.id AS grant_id,
    g.epoch AS grant_epoch, g.scopes AS granted_scopes, q.scopes AS asked_scopes, q.token_hash, q.token_day, q.request_id,
    array(SELECT s FROM unnest(g.scopes) AS s WHERE s = ANY (client.scopes)) AS own_scopes
  FROM client JOIN request q USING (n) LEFT JOIN grants g ON g.client_id = client.client_id
    AND g.company_id = q.company_id AND g.revoked_at IS NULL
), ${issued("grant_id IS NOT NULL")},
  allowed.grant_id AS "grantId", allowed.granted_scopes AS "grantedScopes"
FROM allowed LEFT JOIN issued USING (n)`,
);

const issueOrganizationToken = batch<OwnTokenValues, OrganizationTokenRow>(
  "issue-organization-token",
  { ...OWN_TOKEN, ownOrganizationId: "text", grantedScopes: "text" },
  OWN_TOKEN_VALUES,
  `
${AUTHENTICATED_CLIENT_OF_SUBJECT},
allowed AS (
  SELECT client.*, NULL::bigint AS company_id, NULL AS grant_id, NULL::int AS grant_epoch,
    q.organization_id AS asked_organization_id, q.scopes AS asked_scopes, q.token_hash, q.token_day, q.request_id, array(
    SELECT scope FROM unnest(client.scopes) AS scope WHERE scope LIKE 'organization/%') AS own_scopes
  FROM client JOIN request q USING (n)
), ${issued("organization_id = asked_organization_id")},
  allowed.organization_id AS "ownOrganizationId", NULL AS "grantedScopes"
FROM allowed LEFT JOIN issued USING (n)`,
);

/** Issues a client's own token; null when the client is not authenticated. */
export async function issueOwnToken(
  context: TokenContext,
  scopes: string[] | null,
  token: TokenKey,
): Promise<ClientCredentialsRow | null> {
  const values = { ...sharedValues(context), scopes, ...token };
  const issue = values.organizationId === null ? issueCompanyToken : issueOrganizationToken;
  return (await issue(values)) ?? null;
}
