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
import { findOrganizationToken } from "@/lib/protocol/bearer/find-organization-token";
import { readBearerToken } from "@/lib/protocol/bearer/read-bearer-token";

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
  if (membership.lacksSecondFactor) throw secondFactorRequired();
  return membership.role;
}

function noSuchOrganization(): ServiceError {
  return new ServiceError("not_found", "There is no such organization among yours.");
}

function secondFactorRequired(): ServiceError {
  return new ServiceError(
    "forbidden",
    `This organization requires a second factor, and you have none. Set one up at ${env().baseUrl}/profile and try again.`,
  );
}
