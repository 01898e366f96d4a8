import { type TokenKey, tokenKey } from "@/lib/core/crypto/tokens";
import { batch } from "@/lib/core/db/batch";
import { column, type RowOf } from "@/lib/core/db/sql";
import type { Diagnosis } from "@/lib/core/diagnosis/diagnosis";
import { differ } from "@/lib/core/diagnosis/difference";
import { env } from "@/lib/core/env/env";
import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { authorizationOf } from "@/lib/core/http/authorization-header";
import { requireSameOrigin } from "@/lib/core/http/same-origin";
import type { OrganizationRole } from "@/lib/core/permissions/permissions";
import { isOrganizationId } from "@/lib/core/schemas/id-forms";
import { readSession } from "@/lib/identity/sessions/read-session";
import type { Caller } from "@/lib/operation/access/caller";
import { findOrganizationMembership } from "@/lib/operation/access/find-organization-membership";
import type { AccessTokenKind } from "@/lib/protocol/bearer/check-bearer";
import {
  invalidToken,
  readBearerToken,
  unknownBearerToken,
} from "@/lib/protocol/bearer/read-bearer-token";
import { findTokenClient, fixByRenewal } from "@/lib/protocol/bearer/token-denials";
import {
  type DeniedState,
  EFFECTIVE_SCOPES,
  isFixable,
  TOKEN_CONDITIONS,
  TOKEN_KEY,
  TOKEN_OF_REQUEST,
  TOKEN_STATE,
  type TokenState,
} from "@/lib/protocol/tokens/token-state";

const SAFE_METHODS = new Set(["GET", "HEAD"]);

/**
 * Says who calls the management API of an organization: the client or, for an online token, the member that a bearer
 * token acts for; or a member's session (with the origin checked on methods that change something).
 * @throws ServiceError unauthenticated or invalid_token; not_found for a caller of another organization;
 * forbidden for a member without the second factor that the organization requires
 */
export async function authenticateCaller(
  request: ApiRequest,
  organizationId: string,
): Promise<Caller> {
  if (!isOrganizationId(organizationId)) throw noSuchOrganization();
  if (authorizationOf(request.headers) !== null) return authenticateClient(request, organizationId);
  return authenticateMember(request, organizationId);
}

async function authenticateClient(request: ApiRequest, organizationId: string): Promise<Caller> {
  const token = await findOrganizationToken(readBearerToken(request));
  if (token.organizationId !== organizationId) throw noSuchOrganization();
  const { clientId, scopes, kind, userId, sessionId } = token;
  const isGranted = kind !== "client_credentials";
  if (userId === null) return { kind: "client", organizationId, clientId, scopes, isGranted };
  const role = await presentRole(organizationId, { userId, sessionId });
  return { kind: "user", organizationId, userId, role, through: { clientId, scopes } };
}

async function authenticateMember(request: ApiRequest, organizationId: string): Promise<Caller> {
  const session = await readSession(request.headers);
  if (!session) {
    throw new ServiceError(
      "unauthenticated",
      "Sign in, or send Authorization: Bearer with a token of this organization.",
      { headers: { "www-authenticate": 'Bearer realm="latchkey"' } },
    );
  }
  if (!SAFE_METHODS.has(request.method)) requireSameOrigin(request);
  const { userId } = session;
  const role = await presentRole(organizationId, session);
  return { kind: "user", organizationId, userId, role };
}

async function presentRole(
  organizationId: string,
  person: { userId: string; sessionId: string | null },
): Promise<OrganizationRole> {
  const membership = await findOrganizationMembership(organizationId, person);
  if (!membership) throw noSuchOrganization();
  if (membership.lacksSecondFactor) {
    const message = `This organization requires a second factor, and you have none. Set one up at ${env().baseUrl}/profile and try again.`;
    throw new ServiceError("forbidden", message);
  }
  return membership.role;
}

function noSuchOrganization(): ServiceError {
  return new ServiceError("not_found", "There is no such organization among yours.");
}

/**
 * The caller and scopes of a live token of an organization, from `client_credentials` or from the organization's
 * flow. Every other token gets the same error; only the failure log of its client says why.
 * @throws ServiceError invalid_token
 */
export async function findOrganizationToken(
  token: string,
): Promise<Omit<OrganizationToken, "state" | "expiresAt">> {
  const key = tokenKey(token);
  const storedToken = await readOrganizationToken(key);
  if (!storedToken) {
    const fix = { kind: "use_client_credentials" } as const;
    throw unknownBearerToken(token, () => notLive({ check: "access_token", fix }));
  }
  const { state, expiresAt, ...live } = storedToken;
  if (state === "live") return live;
  const owner = { clientId: live.clientId, organizationId: live.organizationId, companyId: null };
  throw notLive({ ...(await diagnose({ ...storedToken, state }, key)), owner });
}

function notLive(diagnosis: Diagnosis): ServiceError {
  return invalidToken("The access token is unknown, expired or revoked. Get a new one.", diagnosis);
}

async function diagnose(
  { state, expiresAt, kind }: OrganizationToken & { state: DeniedState },
  key: TokenKey,
): Promise<Diagnosis> {
  if (isFixable(state)) {
    const { check, fix } = TOKEN_CONDITIONS[state];
    return { check, fix };
  }
  const difference = [differ(`token_${state}`, { time: expiresAt.toISOString() })];
  const fix =
    kind === "client_credentials"
      ? fixByRenewal(kind, (await findTokenClient(key)).grantTypes)
      : ({ kind: "run_authorize_again" } as const);
  return { check: "access_token_live", fix, difference };
}

const ORGANIZATION_TOKEN = {
  state: column<TokenState>("text"),
  kind: column<AccessTokenKind>("text"),
  /** The person that an online token acts for; null for other tokens. */
  userId: "text?",
  /** The session that it was issued in; null for other tokens. */
  sessionId: "text?",
  clientId: "text",
  organizationId: "text!",
  /** Without scopes that the grant or the client has lost. */
  scopes: "text[]",
  expiresAt: "timestamptz",
} as const;

/** A token of an organization, live or not: a client's own, or one from the organization's flow. */
type OrganizationToken = RowOf<typeof ORGANIZATION_TOKEN>;

/** Looks a token of an organization up; no row for any other. */
export const readOrganizationToken = batch(
  "read-organization-token",
  ORGANIZATION_TOKEN,
  TOKEN_KEY,
  `
token AS (
  SELECT q.n, t.kind, t.user_id AS "userId", t.session_id AS "sessionId", t.client_id AS "clientId", t.organization_id AS "organizationId", t.expires_at AS "expiresAt",
    ${EFFECTIVE_SCOPES} AS scopes, ${TOKEN_STATE} AS state
  FROM request q JOIN ${TOKEN_OF_REQUEST}
  WHERE t.organization_id IS NOT NULL
)
SELECT * FROM token`,
  { dayOf: ({ tokenDay }) => tokenDay },
);
