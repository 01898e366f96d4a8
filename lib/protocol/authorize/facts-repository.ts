import { batch, type RequestOf } from "@/lib/core/db/batch";
import type { RowOf } from "@/lib/core/db/sql";
import { isClientId } from "@/lib/core/schemas/id-forms";
import { ORGANIZATION_MEMBERS } from "@/lib/operation/access/find-organization-membership";
import {
  type AuthorizeClient,
  type AuthorizeFacts,
  type AuthorizeRequest,
  CLIENT_COLUMNS,
  FACT_COLUMNS,
} from "@/lib/protocol/authorize/authorize-context";
import { isOwnAddress, redirectUriMatches } from "@/lib/protocol/authorize/match-redirect-uri";
import { authorizeSteps } from "@/lib/protocol/authorize/steps";
import { INSERT_CODE } from "@/lib/protocol/codes/issue-code";
import { PUBLISHER_IS_ACTIVE, SUBJECT_IS_ACTIVE } from "@/lib/protocol/tokens/client-conditions";

// A draft is for its organization and its company, and for the companies that it names.
const IS_INSTALLABLE = `
  CASE WHEN c.listing <> 'draft' THEN true ELSE
    c.organization_id IS NOT DISTINCT FROM q.organization_id
    OR EXISTS (SELECT FROM organizations o WHERE o.id = c.organization_id AND o.company_id = q.company_id)
    OR EXISTS (SELECT FROM client_draft_companies d
      WHERE d.client_id = c.client_id AND d.company_id = q.company_id) END`;

/** The facts of each request: takes `sessionId`, `clientId`, `returnsHere`, and `companyId` or `organizationId`; the other is null. */
const FACTS = `
session AS (
  SELECT n, u.id AS user_id, s.id AS session_id
  FROM request q JOIN user_sessions s ON s.id = q.session_id JOIN users u ON u.id = s.user_id
  WHERE s.ended_at IS NULL AND s.expires_at > now() AND NOT s.second_factor_pending AND u.deactivated_at IS NULL
),
client AS (
  SELECT n, c.client_id, c.is_active, c.redirect_urls, c.scopes, c.grant_types, c.require_pkce,
    c.suspended_at IS NOT NULL AS is_suspended, c.suspension_reason, ${PUBLISHER_IS_ACTIVE} AS publisher_is_active,
    ${IS_INSTALLABLE} AS is_installable
  FROM request q JOIN clients c ON c.client_id = q.client_id
  WHERE c.deleted_at IS NULL
),
subject AS (
  SELECT n, ${SUBJECT_IS_ACTIVE("q.company_id", "q.organization_id")} AS is_active,
    CASE WHEN q.returns_here = 1
      THEN EXISTS (SELECT FROM companies k WHERE k.id = q.company_id AND k.is_sandbox) ELSE true END AS may_return_here
  FROM request q
),
member AS (
  SELECT n, m.role::text, false AS lacks_second_factor
  FROM request q JOIN session USING (n)
  JOIN company_members m ON m.user_id = session.user_id AND m.company_id = q.company_id
  UNION ALL
  SELECT n, m.role, m.lacks_second_factor
  FROM request q JOIN session USING (n)
  JOIN LATERAL ${ORGANIZATION_MEMBERS("q.session_id")} AS m
    ON m.user_id = session.user_id AND m.organization_id = q.organization_id
),
granted AS (
  SELECT n, g.id, g.epoch, g.scopes
  FROM request q JOIN grants g ON g.client_id = q.client_id
    AND (g.company_id = q.company_id OR g.organization_id = q.organization_id)
  WHERE g.revoked_at IS NULL
)`;

const JOINED = `LEFT JOIN client USING (n) LEFT JOIN session USING (n) LEFT JOIN member USING (n)
  LEFT JOIN granted USING (n) JOIN subject USING (n)`;

const COLUMNS = `
  n, session.user_id AS "userId", session.session_id AS "sessionId", member.role,
  coalesce(member.lacks_second_factor, false) AS "lacksSecondFactor", subject.is_active AS "subjectIsActive",
  subject.may_return_here AS "mayReturnHere",
  granted.id AS "grantId", granted.epoch AS "grantEpoch", granted.scopes AS "grantedScopes",
  client.is_active AS "isActive", client.redirect_urls AS "redirectUrls", client.scopes,
  client.grant_types AS "grantTypes", client.require_pkce AS "requirePkce",
  client.is_suspended AS "isSuspended", client.suspension_reason AS "suspensionReason",
  client.publisher_is_active AS "publisherIsActive", client.is_installable AS "isInstallable"`;

const COLUMN_TYPES = { ...FACT_COLUMNS, ...CLIENT_COLUMNS };

/** The columns of an unknown client are all null. */
type FactsRow = RowOf<typeof FACT_COLUMNS> &
  (AuthorizeClient | { [Name in keyof AuthorizeClient]: null });

const KEYS = {
  sessionId: "text?",
  clientId: "text",
  companyId: "int8?",
  organizationId: "text?",
  /** 1 if redirect_uri is an address of ours, otherwise 0. */
  returnsHere: "int4",
} as const;

const findFacts = batch(
  "authorize-facts",
  COLUMN_TYPES,
  KEYS,
  `${FACTS} SELECT ${COLUMNS} FROM request ${JOINED}`,
);

const ALL_CHECKS_PASS = authorizeSteps.flatMap(({ check }) => check.sql ?? []).join("\n    AND ");

// The redirect_uri may be registered as one of `redirectUris` or `loopbackUris`. The conditions of the checks see what
// was sent as `asked`.
const findFactsAndStoreCode = batch(
  "authorize-facts-and-code",
  { ...COLUMN_TYPES, stored: "bool" },
  {
    ...KEYS,
    codeHash: "bytea",
    day: "int4",
    redirectUri: "text",
    redirectUris: "text[]",
    loopbackUris: "text[]",
    scopes: "text[]",
    codeChallenge: "text?",
    requestId: "text",
  },
  `
${FACTS},
asked AS (
  SELECT n, q.company_id, q.organization_id, q.redirect_uri, q.redirect_uris, q.loopback_uris, q.code_challenge,
    q.code_hash, q.day, q.request_id, CASE WHEN cardinality(q.scopes) > 0 THEN q.scopes ELSE client.scopes END AS scopes
  FROM request q LEFT JOIN client USING (n)
),
code AS (
  SELECT asked.day, asked.code_hash, client.client_id, asked.company_id, asked.organization_id, granted.id AS grant_id,
    granted.epoch AS grant_epoch, session.user_id, session.session_id, false AS offline_only, asked.scopes,
    asked.redirect_uri, asked.code_challenge, 'authorize' AS event_kind, asked.request_id
  FROM asked ${JOINED}
  WHERE ${ALL_CHECKS_PASS}
), ${INSERT_CODE}
SELECT ${COLUMNS}, request.code_hash IN (SELECT code_hash FROM stored) AS stored FROM request ${JOINED}`,
);

/** Reads the facts of an authorize request. Writes nothing. */
export async function readFacts(request: AuthorizeRequest): Promise<AuthorizeFacts> {
  return factsOf(await findFacts(keysOf(request)));
}

/**
 * Reads the facts of an authorize request and stores a code and its event if every check passes that needs facts. The
 * caller runs the other checks first. One round trip, since this is what each launch of an installed extension costs.
 * @param code `scopes` empty: all that the client is registered for
 */
export async function readFactsAndStoreCode(
  request: AuthorizeRequest,
  code: { codeHash: Buffer; day: number; scopes: readonly string[]; requestId: string },
): Promise<{ facts: AuthorizeFacts; stored: boolean }> {
  const { redirectUri, codeChallenge } = request.parameters;
  const { exact, loopback } = redirectUriMatches(redirectUri);
  const row = await findFactsAndStoreCode({
    ...keysOf(request),
    ...code,
    redirectUri,
    redirectUris: exact,
    loopbackUris: loopback,
    codeChallenge,
  });
  return { facts: factsOf(row), stored: row?.stored ?? false };
}

function keysOf({ sessionId, parameters, subject }: AuthorizeRequest): RequestOf<typeof KEYS> {
  const clientId = isClientId(parameters.clientId) ? parameters.clientId : "";
  return {
    sessionId,
    clientId,
    returnsHere: Number(isOwnAddress(parameters.redirectUri)),
    ...subject,
  };
}

function factsOf(row: FactsRow | undefined): AuthorizeFacts {
  if (!row) throw new Error("The authorize statement returned no row");
  return { ...row, client: row.isActive === null ? null : row };
}
