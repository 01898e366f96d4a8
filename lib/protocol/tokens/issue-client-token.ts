import { newToken, type TokenKey, tokenKey } from "@/lib/core/crypto/tokens";
import { batch, type RequestOf } from "@/lib/core/db/batch";
import { column } from "@/lib/core/db/sql";
import { ServiceError } from "@/lib/core/errors";
import {
  explainMissingScope,
  explainScopes,
  type MissingScope,
  rejectMisread,
  type ScopeHolders,
} from "@/lib/protocol/scopes/explain-scopes";
import { afterAuthentication } from "@/lib/protocol/tokens/client-endpoint";
import {
  allOf,
  type Condition,
  type Conditions,
  denialOf,
  type Failure,
  failureOf,
  grantNotRegistered,
} from "@/lib/protocol/tokens/conditions";
import type { TokenRequest } from "@/lib/protocol/tokens/parse-token-request";
import { unknownClient } from "@/lib/protocol/tokens/read-client-credentials";
import type { IssuedTokens } from "@/lib/protocol/tokens/serialize-token-response";
import {
  AUTHENTICATED_CLIENT_OF_SUBJECT,
  INSERT_ACCESS_TOKEN,
  ISSUED,
  SHARED,
  sharedValues,
  type TokenContext,
} from "@/lib/protocol/tokens/statements";
import { TOKEN_KEY } from "@/lib/protocol/tokens/token-state";

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
  const issued = await issueOwnToken(context, request.scopes, tokenKey(accessToken));
  if (!issued) throw unknownClient();
  if (issued instanceof ServiceError) throw afterAuthentication(issued);
  return { accessToken, ...issued, accessMode: "offline" };
}

const VALUES = { ...SHARED, scopes: "text[]?", ...TOKEN_KEY } as const;

type OwnTokenValues = RequestOf<typeof VALUES>;

/** `ownScopes`: those that the client's own token may have. */
type Facts = ScopeHolders & { ownScopes: string[] };

const scopeCondition: Condition<OwnTokenValues, Facts> = {
  sql: `(allowed.asked_scopes IS NULL OR allowed.asked_scopes <@ allowed.own_scopes)
    AND cardinality(allowed.own_scopes) > 0`,
  facts: {
    ownScopes: "allowed.own_scopes",
    clientScopes: "allowed.scopes",
    grantedScopes: "allowed.granted_scopes",
  },
  deny({ organizationId, scopes }, { ownScopes, ...holders }) {
    const requestedScopes = scopes ?? [];
    const beyond = requestedScopes.filter((scope) => !ownScopes.includes(scope));
    const misread = rejectMisread(requestedScopes, beyond);
    if (misread) return misread;
    const isForCompany = organizationId === null;
    const difference = explainScopes(
      requestedScopes,
      ownScopes,
      isForCompany ? "granted" : "registered",
    );
    const foreign = beyond.filter((scope) => !scope.startsWith("organization/"));
    if (!isForCompany && foreign.length > 0) {
      return new ServiceError(
        "invalid_scope",
        `An organization's own token cannot have: ${foreign.join(", ")}. Get a token for a company.`,
        {
          check: "scope_granted",
          fix: { kind: "use_other_company", company_id: null },
          difference,
        },
      );
    }
    const [missing = holders.grantedScopes?.[0]] = beyond;
    const why = missing === undefined ? NO_SCOPE : explainMissingScope(missing, holders);
    const denied = beyond.length > 0 ? `The client cannot have: ${beyond.join(", ")}. ` : "";
    // An organization's own client needs no consent: it has every scope that it is registered for.
    const register = beyond.length > 0 && !isForCompany;
    return new ServiceError("invalid_scope", denied + why.message, {
      check: "scope_granted",
      fix: register ? { kind: "register_scopes", scopes: beyond } : why.fix,
      difference,
    });
  },
};

const NO_SCOPE: MissingScope = {
  message:
    "The client has no scope of an organization. Register one, for example organization/clients/read.",
  fix: { kind: "register_scopes", scopes: ["organization/clients/read"] },
};

/**
 * Declares the statement that issues clients' own tokens.
 * @param allowed the relation with the client, what its own token may have, and what it asked for
 * @param condition of a row in it, besides those of all such tokens
 * @returns issues a token; or the error; null if the client is not authenticated
 */
function declare(name: string, allowed: string, condition: Conditions<Condition<OwnTokenValues>>) {
  const conditions: typeof condition = {
    grant_not_registered: {
      sql: "'client_credentials' = ANY (allowed.grant_types)",
      deny: () => grantNotRegistered("client_credentials"),
    },
    ...condition,
    scope_not_allowed: scopeCondition,
  };
  const issue = batch(
    name,
    { ...ISSUED, failure: column<Failure | null>("json?") },
    VALUES,
    `
${AUTHENTICATED_CLIENT_OF_SUBJECT},
allowed AS (${allowed}
),
issued AS (
  SELECT n, client_id, company_id, organization_id, grant_id, grant_epoch, token_epoch, secret_id,
    access_token_lifetime, coalesce(asked_scopes, own_scopes) AS scopes, 'client_credentials' AS token_kind, token_hash, token_day,
    request_id
  FROM allowed
  WHERE ${allOf(conditions)}
), ${INSERT_ACCESS_TOKEN({ source: "issued", dependsOn: "secret_id" })}
SELECT n, issued.scopes, allowed.access_token_lifetime AS "expiresIn",
  CASE WHEN issued.scopes IS NULL THEN ${failureOf(conditions)} END AS failure
FROM allowed LEFT JOIN issued USING (n)`,
  );
  return async (values: OwnTokenValues) => {
    const { scopes = null, expiresIn = 0, failure = null } = (await issue(values)) ?? {};
    if (scopes) return { scopes, expiresIn };
    return failure && denialOf(conditions, values, failure);
  };
}

const issueForCompany = declare(
  "issue-company-token",
  `
  SELECT n, client.client_id, client.grant_types, client.scopes, client.token_epoch, client.secret_id,
    client.access_token_lifetime, NULL AS organization_id, g.company_id, g.id AS grant_id,
    g.epoch AS grant_epoch, g.scopes AS granted_scopes, q.scopes AS asked_scopes, q.token_hash, q.token_day, q.request_id,
    array(SELECT s FROM unnest(g.scopes) AS s WHERE s = ANY (client.scopes)) AS own_scopes
  FROM client JOIN request q USING (n) LEFT JOIN grants g ON g.client_id = client.client_id
    AND g.company_id = q.company_id AND g.revoked_at IS NULL`,
  {
    not_installed: {
      sql: "allowed.grant_id IS NOT NULL",
      deny: () =>
        new ServiceError(
          "unauthorized_client",
          "The company in the path has not installed this extension.",
          { check: "grant_live", fix: { kind: "run_authorize_again" } },
        ),
    },
  },
);

const ownOrganization: Condition<unknown, { organizationId: string }> = {
  sql: "allowed.organization_id = allowed.asked_organization_id",
  facts: { organizationId: "allowed.organization_id" },
  deny: (_sent, { organizationId }) =>
    new ServiceError(
      "unauthorized_client",
      "The client does not belong to the organization in the path.",
      {
        check: "client_organization",
        fix: { kind: "use_other_organization", organization_id: organizationId },
      },
    ),
};

const issueForOrganization = declare(
  "issue-organization-token",
  `
  SELECT client.*, NULL::bigint AS company_id, NULL AS grant_id, NULL::int AS grant_epoch, NULL::text[] AS granted_scopes,
    q.organization_id AS asked_organization_id, q.scopes AS asked_scopes, q.token_hash, q.token_day, q.request_id, array(
    SELECT scope FROM unnest(client.scopes) AS scope WHERE scope LIKE 'organization/%') AS own_scopes
  FROM client JOIN request q USING (n)`,
  { other_organization: ownOrganization },
);

/** Issues a client's own token, or says why not; null when the client is not authenticated. */
export function issueOwnToken(context: TokenContext, scopes: string[] | null, token: TokenKey) {
  const values = { ...sharedValues(context), scopes, ...token };
  return values.organizationId === null ? issueForCompany(values) : issueForOrganization(values);
}
