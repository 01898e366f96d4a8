import { ORGANIZATION_MEMBERS } from "@/lib/access/membership-sql";
import { type Columns, statement } from "@/lib/kernel/db/statement";
import { isClientId } from "@/lib/kernel/schemas/id-forms";
import type { Subject } from "@/lib/kernel/subject";
import type {
  AuthorizeClient,
  AuthorizeFacts,
  AuthorizeRequest,
} from "@/lib/oauth/authorize/authorize-context";
import { redirectUriMatches } from "@/lib/oauth/authorize/match-redirect-uri";
import { authorizeSteps } from "@/lib/oauth/authorize/steps";
import { INSERT_CODE } from "@/lib/oauth/codes/insert-code-sql";
import { PUBLISHER_IS_ACTIVE, SUBJECT_IS_ACTIVE } from "@/lib/oauth/tokens/token-state";

// A draft is for its organization and its company, and for the companies that it names.
const IS_INSTALLABLE = `
  CASE WHEN listing <> 'draft' THEN true ELSE
    organization_id IS NOT DISTINCT FROM :organizationId
    OR EXISTS (SELECT FROM organizations o WHERE o.id = clients.organization_id AND o.company_id = :companyId::bigint)
    OR EXISTS (SELECT FROM client_draft_companies d
      WHERE d.client_id = clients.client_id AND d.company_id = :companyId::bigint) END`;

/** Takes `:sessionId`, `:clientId`, and `:companyId` or `:organizationId`; the other one is null. */
const FACTS = `
session AS (
  SELECT u.id AS user_id, s.id AS session_id FROM user_sessions s JOIN users u ON u.id = s.user_id
  WHERE s.id = :sessionId AND s.ended_at IS NULL AND s.expires_at > now() AND NOT s.second_factor_pending
    AND u.deactivated_at IS NULL
),
client AS (
  SELECT client_id, is_active, redirect_urls, scopes, grant_types, require_pkce,
    suspended_at IS NOT NULL AS is_suspended, suspension_reason, ${PUBLISHER_IS_ACTIVE("clients")} AS publisher_is_active,
    ${IS_INSTALLABLE} AS is_installable
  FROM clients WHERE client_id = :clientId AND deleted_at IS NULL
),
subject AS (SELECT ${SUBJECT_IS_ACTIVE(":companyId::bigint", ":organizationId")} AS is_active),
member AS (
  SELECT m.role::text, false AS lacks_second_factor
  FROM company_members m JOIN session ON session.user_id = m.user_id
  WHERE m.company_id = :companyId::bigint
  UNION ALL
  SELECT m.role, m.lacks_second_factor
  FROM ${ORGANIZATION_MEMBERS} AS m JOIN session ON session.user_id = m.user_id
  WHERE m.organization_id = :organizationId
),
granted AS (
  SELECT id, epoch, scopes FROM grants
  WHERE client_id = :clientId AND revoked_at IS NULL
    AND (company_id = :companyId::bigint OR organization_id = :organizationId)
)`;

const JOINED = `LEFT JOIN client ON true LEFT JOIN session ON true LEFT JOIN member ON true
  LEFT JOIN granted ON true CROSS JOIN subject`;

const COLUMNS = `
  session.user_id AS "userId", session.session_id AS "sessionId", member.role,
  coalesce(member.lacks_second_factor, false) AS "lacksSecondFactor", subject.is_active AS "subjectIsActive",
  granted.id AS "grantId", granted.epoch AS "grantEpoch", granted.scopes AS "grantedScopes",
  client.is_active AS "isActive", client.redirect_urls AS "redirectUrls", client.scopes,
  client.grant_types AS "grantTypes", client.require_pkce AS "requirePkce",
  client.is_suspended AS "isSuspended", client.suspension_reason AS "suspensionReason",
  client.publisher_is_active AS "publisherIsActive", client.is_installable AS "isInstallable"`;

type Keys = Subject & { sessionId: string | null; clientId: string };
type ClientColumns = AuthorizeClient | { [Name in keyof AuthorizeClient]: null };
type FactsRow = Omit<AuthorizeFacts, "client"> & ClientColumns;

const COLUMN_TYPES = {
  userId: "text",
  sessionId: "text",
  role: "text",
  lacksSecondFactor: "bool",
  subjectIsActive: "bool",
  grantId: "text",
  grantEpoch: "int4",
  grantedScopes: "text[]",
  isActive: "bool",
  redirectUrls: "text[]",
  scopes: "text[]",
  grantTypes: "text[]",
  requirePkce: "bool",
  isSuspended: "bool",
  suspensionReason: "text",
  publisherIsActive: "bool",
  isInstallable: "bool",
} satisfies Columns<FactsRow>;

const findFacts = statement<Keys, FactsRow>(
  "authorize-facts",
  COLUMN_TYPES,
  `WITH ${FACTS} SELECT ${COLUMNS} FROM (SELECT) AS one ${JOINED}`,
);

const ALL_CHECKS_PASS = authorizeSteps.flatMap(({ check }) => check.sql ?? []).join("\n    AND ");

// :redirectUri may be registered as one of :redirectUris or :loopbackUris. The conditions of the checks see
// these as `request`.
const findFactsAndStoreCode = statement<
  Keys & {
    codeHash: Buffer;
    redirectUri: string;
    redirectUris: readonly string[];
    loopbackUris: readonly string[];
    scopes: readonly string[];
    codeChallenge: string | null;
    requestId: string;
  },
  FactsRow & { stored: boolean }
>(
  "authorize-facts-and-code",
  { ...COLUMN_TYPES, stored: "bool" },
  `
WITH ${FACTS},
request AS (
  SELECT :companyId::bigint AS company_id, :redirectUris::text[] AS redirect_uris,
    :loopbackUris::text[] AS loopback_uris, :codeChallenge::text AS code_challenge,
    CASE WHEN cardinality(:scopes::text[]) > 0 THEN :scopes ELSE (SELECT scopes FROM client) END AS scopes
),
code AS (
  SELECT :codeHash::bytea AS code_hash, client.client_id, :companyId::bigint AS company_id,
    :organizationId AS organization_id, granted.id AS grant_id, granted.epoch AS grant_epoch, session.user_id, session.session_id,
    false AS offline_only, request.scopes, :redirectUri AS redirect_uri, request.code_challenge,
    'authorize' AS event_kind, :requestId AS request_id
  FROM request ${JOINED}
  WHERE ${ALL_CHECKS_PASS}
), ${INSERT_CODE}
SELECT ${COLUMNS}, EXISTS (SELECT 1 FROM stored) AS stored FROM (SELECT) AS one ${JOINED}`,
);

/** Reads the facts of an authorize request. Writes nothing. */
export async function readFacts(request: AuthorizeRequest): Promise<AuthorizeFacts> {
  const [row] = await findFacts(keysOf(request));
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
  const [row] = await findFactsAndStoreCode({
    ...keysOf(request),
    ...code,
    redirectUri,
    redirectUris: exact,
    loopbackUris: loopback,
    codeChallenge,
  });
  return { facts: factsOf(row), stored: row?.stored ?? false };
}

function keysOf({ sessionId, parameters, subject }: AuthorizeRequest): Keys {
  const clientId = isClientId(parameters.clientId) ? parameters.clientId : "";
  return { sessionId, clientId, ...subject };
}

function factsOf(row: FactsRow | undefined): AuthorizeFacts {
  if (!row) throw new Error("The authorize statement returned no row");
  return { ...row, client: row.isActive === null ? null : row };
}
