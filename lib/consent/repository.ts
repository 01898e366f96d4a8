import { type Database, db } from "@/lib/kernel/db/client";
import type { OrganizationRole } from "@/lib/kernel/permissions";

const REQUEST_COLUMNS = {
  id: true,
  clientId: true,
  companyId: true,
  organizationId: true,
  userId: true,
  redirectUri: true,
  scopes: true,
  state: true,
  codeChallenge: true,
  expiresAt: true,
  decision: true,
  company: { select: { name: true } },
  organization: { select: { name: true } },
  client: {
    select: {
      name: true,
      version: true,
      isActive: true,
      deletedAt: true,
      redirectUrls: true,
      accessTokenLifetime: true,
      organization: { select: { name: true, verified: true } },
    },
  },
} as const;

/** A stored authorize request with what its consent page shows. */
export type StoredRequest = NonNullable<Awaited<ReturnType<typeof findRequest>>>;

/** The request of this id, decided and expired ones too, or null. */
export function findRequest(id: string) {
  return db().authorizationRequest.findUnique({ where: { id }, select: REQUEST_COLUMNS });
}

/** A person's place in the company or organization of a request. */
export type Place = {
  role: string;
  /** The organization that requires a second factor which the person has not, or null. */
  factorWantedBy: string | null;
};

/** The place of a person where a request would be granted, or null for a stranger. */
export async function findPlace(
  request: { companyId: number | null; organizationId: string | null },
  userId: string,
): Promise<Place | null> {
  if (request.companyId !== null) {
    const { companyId } = request;
    const member = await db().companyMember.findUnique({
      where: { companyId_userId: { companyId, userId } },
      select: { role: true },
    });
    return member && { role: member.role, factorWantedBy: null };
  }
  if (request.organizationId === null) return null;
  const { organizationId } = request;
  const member = await db().organizationMember.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    select: {
      role: true,
      organization: { select: { requireSecondFactor: true } },
      user: { select: { secondFactor: { select: { confirmedAt: true } } } },
    },
  });
  if (!member) return null;
  const { role, organization, user } = member;
  const lacks = organization.requireSecondFactor && !user.secondFactor?.confirmedAt;
  return { role, factorWantedBy: lacks ? organizationId : null };
}

/** What the company or organization granted the client so far, or null. */
export function findLiveGrant(request: {
  clientId: string;
  companyId: number | null;
  organizationId: string | null;
}): Promise<{ scopes: string[] } | null> {
  const { clientId, companyId, organizationId } = request;
  return db().grant.findFirst({
    where: { clientId, companyId, organizationId, revokedAt: null },
    select: { scopes: true },
  });
}

const DECIDER = {
  select: { user: { select: { firstName: true, lastName: true, email: true } } },
  orderBy: { user: { lastName: "asc" } },
  take: 20,
} as const;

/**
 * People who may decide a request, by name: owners and admins of its company, or members of its organization.
 * @param organizationRoles roles of the organization that may
 */
export async function listDeciders(
  of: { companyId: number | null; organizationId: string | null },
  organizationRoles: OrganizationRole[],
): Promise<{ firstName: string; lastName: string; email: string }[]> {
  const { companyId, organizationId } = of;
  const user = { deactivatedAt: null };
  const members =
    companyId !== null
      ? await db().companyMember.findMany({
          where: { companyId, role: { in: ["owner", "admin"] }, user },
          ...DECIDER,
        })
      : await db().organizationMember.findMany({
          where: { organizationId: organizationId ?? "", role: { in: organizationRoles }, user },
          ...DECIDER,
        });
  return members.map((member) => member.user);
}

/**
 * Takes the decision of a request: once, by its own person, in time.
 * @returns whether this call took it
 */
export async function takeDecision(
  tx: Database,
  id: string,
  userId: string,
  decision: "allowed" | "denied",
): Promise<boolean> {
  const { count } = await tx.authorizationRequest.updateMany({
    where: { id, userId, decision: null, expiresAt: { gt: new Date() } },
    data: { decision, decidedAt: new Date() },
  });
  return count === 1;
}
