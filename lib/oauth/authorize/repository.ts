import { db } from "@/lib/db/client";
import { hotQuery } from "@/lib/db/pool";
import type { Subject } from "@/lib/oauth/subject";

/** What the authorize checks need to know of the client. */
export type AuthorizeClient = {
  name: string;
  isActive: boolean;
  redirectUrls: string[];
  scopes: string[];
  grantTypes: string[];
  requirePkce: boolean;
};

/** Everything that an authorize request depends on, read at one moment. */
export type AuthorizeFacts = {
  client: AuthorizeClient | null;
  /** The signed-in person, or null. */
  userId: string | null;
  /** Their session, or null. */
  sessionId: string | null;
  /** Their role in the company or organization of the path, or null. */
  role: string | null;
  /** Whether the organization of the path requires a second factor and the person has none. */
  lacksSecondFactor: boolean;
  grantId: string | null;
  grantEpoch: number | null;
  /** Sorted; null where nothing is granted. */
  grantedScopes: string[] | null;
  /** Whether a code was stored in the same statement. */
  issued: boolean;
};

/** What a code will hold. */
export type CodeValues = {
  codeHash: Buffer;
  scopes: readonly string[];
  redirectUri: string;
  codeChallenge: string | null;
};

const CODE_LIFETIMES = "now() + interval '60 seconds', now() + interval '10 minutes'";

// Reads all that the checks look at and, when the company granted exactly these scopes, stores the
// code and its event at once: a launch of an installed extension costs one round trip. $7 says that the
// request itself was found sound; a redirect_uri that matches but for its port goes the longer way.
const FIND_FACTS_AND_ISSUE = `
WITH session AS (
  SELECT u.id, s.id AS session_id FROM user_sessions s JOIN users u ON u.id = s.user_id
  WHERE s.id = $1 AND s.ended_at IS NULL AND s.expires_at > now() AND NOT s.second_factor_pending
    AND u.deactivated_at IS NULL
),
client AS (
  SELECT client_id, name, is_active, redirect_urls, scopes, grant_types, require_pkce
  FROM clients WHERE client_id = $2 AND deleted_at IS NULL
),
member AS (
  SELECT m.role::text, false AS lacks_factor
  FROM company_members m JOIN session ON session.id = m.user_id
  WHERE m.company_id = $3::int
  UNION ALL
  SELECT m.role::text, o.require_second_factor AND NOT EXISTS (
    SELECT 1 FROM second_factors f WHERE f.user_id = m.user_id AND f.confirmed_at IS NOT NULL)
  FROM organization_members m JOIN session ON session.id = m.user_id
  JOIN organizations o ON o.id = m.organization_id
  WHERE m.organization_id = $4
),
held AS (
  SELECT id, epoch, scopes FROM grants
  WHERE client_id = $2 AND revoked_at IS NULL
    AND (company_id = $3::int OR organization_id = $4)
),
issued AS (
  INSERT INTO authorization_codes (code_hash, client_id, company_id, organization_id, grant_id,
    grant_epoch, user_id, session_id, scopes, redirect_uri, code_challenge, expires_at, second_use_expires_at)
  SELECT $5, client.client_id, $3::int, $4, held.id, held.epoch, session.id, session.session_id, $8, $6, $9,
    ${CODE_LIFETIMES}
  FROM session, client, member, held
  WHERE $7 AND NOT member.lacks_factor AND client.is_active AND $10 = ANY (client.redirect_urls)
    AND $8::text[] <@ client.scopes AND $8::text[] <@ held.scopes AND held.scopes <@ $8::text[]
    AND 'authorization_code' = ANY (client.grant_types)
    AND ($9::text IS NOT NULL OR NOT client.require_pkce)
  RETURNING client_id, company_id, organization_id
),
event AS (
  INSERT INTO authorization_events (kind, outcome, client_id, company_id, organization_id, reason,
    authenticated, request_id)
  SELECT 'authorize', 'issued', client_id, company_id, organization_id, 'authorization_code', false, $11
  FROM issued
)
SELECT (SELECT id FROM session) AS "userId", (SELECT session_id FROM session) AS "sessionId",
  (SELECT role FROM member) AS role,
  coalesce((SELECT lacks_factor FROM member), false) AS "lacksSecondFactor",
  held.id AS "grantId", held.epoch AS "grantEpoch", held.scopes AS "grantedScopes",
  EXISTS (SELECT 1 FROM issued) AS issued, client.name, client.is_active AS "isActive",
  client.redirect_urls AS "redirectUrls", client.scopes, client.grant_types AS "grantTypes",
  client.require_pkce AS "requirePkce"
FROM (SELECT) AS one LEFT JOIN client ON true LEFT JOIN held ON true`;

type FactsRow = Omit<AuthorizeFacts, "client"> & {
  [K in keyof AuthorizeClient]: AuthorizeClient[K] | null;
};

/**
 * Reads the facts and, if `issue` and the grant covers exactly the scopes, stores the code.
 * @param redirectBase the redirect_uri without `application_id`, as it would be registered
 */
export async function findFactsAndIssue(
  ask: {
    sessionId: string | null;
    clientId: string;
    subject: Subject;
    redirectBase: string;
    requestId: string;
    issue: boolean;
  },
  code: CodeValues,
): Promise<AuthorizeFacts> {
  const { subject } = ask;
  const [row] = await hotQuery<FactsRow>("authorize", FIND_FACTS_AND_ISSUE, [
    ask.sessionId,
    ask.clientId,
    subject.companyId,
    subject.organizationId,
    code.codeHash,
    code.redirectUri,
    ask.issue,
    code.scopes,
    code.codeChallenge,
    ask.redirectBase,
    ask.requestId,
  ]);
  if (!row) throw new Error("The authorize statement answered no row");
  const { name, isActive, redirectUrls, scopes, grantTypes, requirePkce, ...facts } = row;
  const client = { name, isActive, redirectUrls, scopes, grantTypes, requirePkce };
  return { ...facts, client: presentClient(client) };
}

function presentClient(
  columns: { [K in keyof AuthorizeClient]: AuthorizeClient[K] | null },
): AuthorizeClient | null {
  const { name, isActive, redirectUrls, scopes, grantTypes, requirePkce } = columns;
  const missing =
    name === null ||
    isActive === null ||
    redirectUrls === null ||
    scopes === null ||
    grantTypes === null ||
    requirePkce === null;
  return missing ? null : { name, isActive, redirectUrls, scopes, grantTypes, requirePkce };
}

/** Stores a verified request until the seller has decided it. */
export async function insertAuthorizationRequest(request: {
  id: string;
  clientId: string;
  subject: Subject;
  userId: string;
  redirectUri: string;
  scopes: readonly string[];
  state: string | null;
  codeChallenge: string | null;
  expiresAt: Date;
}): Promise<void> {
  const { subject, scopes, ...columns } = request;
  await db().authorizationRequest.create({
    data: { ...columns, ...subject, scopes: [...scopes] },
    select: { id: true },
  });
}

/** The name of an active client, or null. */
export async function findClientName(clientId: string): Promise<string | null> {
  const client = await db().client.findFirst({
    where: { clientId, isActive: true, deletedAt: null },
    select: { name: true },
  });
  return client?.name ?? null;
}
