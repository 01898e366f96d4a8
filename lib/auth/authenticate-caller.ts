import type { Caller } from "@/lib/auth/caller";
import { readSession } from "@/lib/auth/read-session";
import { findOrganizationMembership } from "@/lib/auth/repository";
import { isId } from "@/lib/crypto/ids";
import { env } from "@/lib/env";
import { ServiceError } from "@/lib/errors";
import { requireSameOrigin } from "@/lib/http/same-origin";
import { findOrganizationToken } from "@/lib/oauth/bearer/find-organization-token";
import { readBearerToken } from "@/lib/oauth/bearer/read-bearer-token";

const SAFE_METHODS = new Set(["GET", "HEAD"]);

/**
 * Says who calls the management API of an organization: a bearer token of one of its clients, or a
 * member's session (with the origin checked on methods that change something).
 * @throws ServiceError unauthenticated or invalid_token; not_found for a caller of another organization;
 * forbidden for a member without the second factor that the organization requires
 */
export async function authenticateCaller(
  request: Request,
  organizationId: string,
): Promise<Caller> {
  if (!isId(organizationId)) throw noSuchOrganization();
  if (request.headers.has("authorization")) return authenticateClient(request, organizationId);
  return authenticateMember(request, organizationId);
}

async function authenticateClient(request: Request, organizationId: string): Promise<Caller> {
  const token = await findOrganizationToken(readBearerToken(request));
  if (token.organizationId !== organizationId) throw noSuchOrganization();
  return { kind: "client", ...token };
}

async function authenticateMember(request: Request, organizationId: string): Promise<Caller> {
  const session = await readSession(request.headers);
  if (!session) {
    throw new ServiceError(
      "unauthenticated",
      "Sign in, or send Authorization: Bearer with a token from client_credentials.",
      { headers: { "www-authenticate": 'Bearer realm="latchkey"' } },
    );
  }
  if (!SAFE_METHODS.has(request.method)) requireSameOrigin(request);
  const membership = await findOrganizationMembership(organizationId, session.userId);
  if (!membership) throw noSuchOrganization();
  if (membership.lacksSecondFactor) throw secondFactorRequired();
  return { kind: "user", organizationId, userId: session.userId, role: membership.role };
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
