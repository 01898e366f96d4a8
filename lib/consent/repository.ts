import { type Database, db } from "@/lib/core/db/client";
import { nameOrder } from "@/lib/core/db/list-sql";
import { sql } from "@/lib/core/db/sql";
import type { Subject } from "@/lib/core/subject";
import { SUPPORT_COLUMNS } from "@/lib/core/values/support-contact-values";

const WITH_CLIENT = {
  client: {
    select: {
      name: true,
      description: true,
      isActive: true,
      deletedAt: true,
      redirectUrls: true,
      scopes: true,
      logoId: true,
      ...SUPPORT_COLUMNS,
      organization: { select: { name: true, verified: true } },
    },
  },
} as const;

/** A stored authorize request and the data for its consent page. */
export type StoredRequest = NonNullable<Awaited<ReturnType<typeof findRequest>>>;

const BASE64URL = /^[\w-]+$/;

/** The request with this id, even if decided or expired, or null. */
export async function findRequest(id: string) {
  if (!BASE64URL.test(id)) return null;
  return db().authorizationRequest.findUnique({ where: { id }, include: WITH_CLIENT });
}

/** The name of the company or organization that a request asks. */
export async function findGrantorName({ companyId, organizationId }: Subject): Promise<string> {
  const select = { name: true } as const;
  const grantor =
    companyId === null
      ? await db().organization.findUnique({ where: { id: organizationId }, select })
      : await db().company.findUnique({ where: { id: companyId }, select });
  return grantor?.name ?? "";
}

/** The sessions that a person opened lately, ended ones too. */
export async function listSessionIds(userId: string): Promise<string[]> {
  const sessions = await db().userSession.findMany({
    where: { userId },
    orderBy: { createdAt: "desc" },
    take: 20,
    select: { id: true },
  });
  return sessions.map(({ id }) => id);
}

// What narrowGrants records.
const GIVEN_UP = { change: "changed", userId: null } as const;

/**
 * What the company or organization granted the client, even if the grant was revoked; null if it never did. `approved`
 * includes what the client has given up since.
 */
export async function findGrant({
  clientId,
  companyId,
  organizationId,
}: Pick<StoredRequest, "clientId" | "companyId" | "organizationId">) {
  const row = await db().grant.findFirst({
    where: { clientId, companyId, organizationId },
    select: {
      scopes: true,
      revokedAt: true,
      events: {
        where: { NOT: GIVEN_UP },
        orderBy: { id: "desc" },
        take: 1,
        select: { scopesAfter: true },
      },
    },
  });
  if (!row) return null;
  const { events, ...grant } = row;
  return { ...grant, approved: events[0]?.scopesAfter ?? [] };
}

/** People who may decide a request, by name: owners and admins of its company, or members of its organization. */
export const listDeciders = sql<
  {
    companyId: number | null;
    organizationId: string | null;
    /** Roles of the organization that may. */
    organizationRoles: readonly string[];
  },
  { name: string; email: string | null }
>(
  "find-deciders",
  { name: "text", email: "text?" },
  `
  SELECT concat(u.first_name, ' ', u.last_name) AS name, u.email
  FROM (
    SELECT user_id FROM company_members WHERE company_id = :companyId AND role IN ('owner', 'admin')
    UNION ALL
    SELECT user_id FROM organization_members
    WHERE :companyId::int8 IS NULL AND organization_id = :organizationId AND role::text = ANY(:organizationRoles)
  ) m JOIN users u ON u.id = m.user_id
  WHERE u.deactivated_at IS NULL
  ORDER BY ${nameOrder("u.last_name")}, u.id LIMIT 20`,
);

/**
 * Stores the decision on a request: once, by its own person, before it expires.
 * @returns whether this call stored it
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
