import { ORGANIZATION_MEMBERS } from "@/lib/access/membership-sql";
import { isId } from "@/lib/kernel/crypto/ids";
import { hotQuery } from "@/lib/kernel/db/pool";
import type {
  AuthorizeClient,
  AuthorizeFacts,
  AuthorizeRequest,
} from "@/lib/oauth/authorize/authorize-context";
import { redirectUriMatches } from "@/lib/oauth/authorize/match-redirect-uri";
import { authorizeSteps } from "@/lib/oauth/authorize/steps";
import { INSERT_CODE } from "@/lib/oauth/codes/insert-code-sql";

// $1 session, $2 client, $3 company or null, $4 organization or null.
const FACTS = `
session AS (
  SELECT u.id AS user_id, s.id AS session_id FROM user_sessions s JOIN users u ON u.id = s.user_id
  WHERE s.id = $1 AND s.ended_at IS NULL AND s.expires_at > now() AND NOT s.second_factor_pending
    AND u.deactivated_at IS NULL
),
client AS (
  SELECT client_id, is_active, redirect_urls, scopes, grant_types, require_pkce
  FROM clients WHERE client_id = $2 AND deleted_at IS NULL
),
member AS (
  SELECT m.role::text, false AS lacks_second_factor
  FROM company_members m JOIN session ON session.user_id = m.user_id
  WHERE m.company_id = $3::int
  UNION ALL
  SELECT m.role, m.lacks_second_factor
  FROM ${ORGANIZATION_MEMBERS} AS m JOIN session ON session.user_id = m.user_id
  WHERE m.organization_id = $4
),
granted AS (
  SELECT id, epoch, scopes FROM grants
  WHERE client_id = $2 AND revoked_at IS NULL
    AND (company_id = $3::int OR organization_id = $4)
)`;

const JOINED = `LEFT JOIN client ON true LEFT JOIN session ON true LEFT JOIN member ON true
  LEFT JOIN granted ON true`;

const COLUMNS = `
  session.user_id AS "userId", session.session_id AS "sessionId", member.role,
  coalesce(member.lacks_second_factor, false) AS "lacksSecondFactor",
  granted.id AS "grantId", granted.epoch AS "grantEpoch", granted.scopes AS "grantedScopes",
  client.is_active AS "isActive", client.redirect_urls AS "redirectUrls", client.scopes,
  client.grant_types AS "grantTypes", client.require_pkce AS "requirePkce"`;

const READ_FACTS = `WITH ${FACTS} SELECT ${COLUMNS} FROM (SELECT) AS one ${JOINED}`;

const ALL_CHECKS_PASS = authorizeSteps.flatMap(({ check }) => check.sql ?? []).join("\n    AND ");

// $5 code hash, $6 redirect_uri, $7 and $8 what it may be registered as, $9 scopes, $10 PKCE
// challenge or null, $11 request id. The conditions of the checks see these as `request`.
const READ_FACTS_AND_STORE_CODE = `
WITH ${FACTS},
request AS (
  SELECT $3::int AS company_id, $7::text[] AS redirect_uris, $8::text[] AS loopback_uris,
    $10::text AS code_challenge,
    CASE WHEN cardinality($9::text[]) > 0 THEN $9 ELSE (SELECT scopes FROM client) END AS scopes
),
code AS (
  SELECT $5::bytea AS code_hash, client.client_id, $3::int AS company_id, $4 AS organization_id,
    granted.id AS grant_id, granted.epoch AS grant_epoch, session.user_id, session.session_id,
    false AS offline_only, request.scopes, $6 AS redirect_uri, request.code_challenge,
    'authorize' AS event_kind, $11 AS request_id
  FROM request ${JOINED}
  WHERE ${ALL_CHECKS_PASS}
), ${INSERT_CODE}
SELECT ${COLUMNS}, EXISTS (SELECT 1 FROM stored) AS stored FROM (SELECT) AS one ${JOINED}`;

type ClientColumns = AuthorizeClient | { [Name in keyof AuthorizeClient]: null };
type FactsRow = Omit<AuthorizeFacts, "client"> & ClientColumns;

/** Reads the facts of an authorize request. Writes nothing. */
export async function readFacts(request: AuthorizeRequest): Promise<AuthorizeFacts> {
  const [row] = await hotQuery<FactsRow>("authorize-facts", READ_FACTS, keysOf(request));
  return factsOf(row);
}

/**
 * Reads the facts of an authorize request and stores a code and its event if every check passes that
 * needs facts. The caller runs the other checks first. One round trip, since this is what each launch
 * of an installed extension costs.
 * @param code `scopes` empty: all that the client is registered for
 */
export async function readFactsAndStoreCode(
  request: AuthorizeRequest,
  code: { codeHash: Buffer; scopes: readonly string[]; requestId: string },
): Promise<{ facts: AuthorizeFacts; stored: boolean }> {
  const { redirectUri, codeChallenge } = request.parameters;
  const { exact, loopback } = redirectUriMatches(redirectUri);
  const [row] = await hotQuery<FactsRow & { stored: boolean }>(
    "authorize-facts-and-code",
    READ_FACTS_AND_STORE_CODE,
    [
      ...keysOf(request),
      code.codeHash,
      redirectUri,
      exact,
      loopback,
      code.scopes,
      codeChallenge,
      code.requestId,
    ],
  );
  return { facts: factsOf(row), stored: row?.stored ?? false };
}

function keysOf({ sessionId, parameters, subject }: AuthorizeRequest): unknown[] {
  const clientId = isId(parameters.clientId) ? parameters.clientId : "";
  return [sessionId, clientId, subject.companyId, subject.organizationId];
}

function factsOf(row: FactsRow | undefined): AuthorizeFacts {
  if (!row) throw new Error("The authorize statement returned no row");
  return { ...row, client: row.isActive === null ? null : row };
}
