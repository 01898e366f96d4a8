import { HAS_SECOND_FACTOR } from "@/lib/access/membership-sql";
import { type Database, db } from "@/lib/kernel/db/client";
import { queryIn } from "@/lib/kernel/db/query-in";
import type { OrganizationRole } from "@/lib/kernel/permissions";

/** A member as stored. */
export type MemberRow = {
  userId: string;
  firstName: string;
  lastName: string;
  email: string | null;
  role: OrganizationRole;
  /** Where the membership came from. Only local ones are changed here. */
  source: "local" | "directory" | "claims";
  createdAt: Date;
  hasSecondFactor: boolean;
  emailVerified: boolean;
  lastSignedInAt: Date | null;
};

const SELECT = `
  SELECT m.user_id AS "userId", u.first_name AS "firstName", u.last_name AS "lastName", u.email,
    u.email_verified_at IS NOT NULL AS "emailVerified", m.role::text AS role, m.source::text AS source,
    m.created_at AS "createdAt",
    ${HAS_SECOND_FACTOR("m")} AS "hasSecondFactor",
    (SELECT max(s.created_at) FROM user_sessions s
      WHERE s.user_id = m.user_id AND NOT s.second_factor_pending) AS "lastSignedInAt"
  FROM organization_members m JOIN users u ON u.id = m.user_id
  WHERE m.organization_id = :organizationId`;

/** A page of an organization's members, with their number. */
export async function listMemberRows(
  organizationId: string,
  query: { page_no: number; page_size: number },
): Promise<{ total: number; members: MemberRow[] }> {
  const { page_no, page_size } = query;
  const [total, members] = await Promise.all([
    db().organizationMember.count({ where: { organizationId } }),
    queryIn<MemberRow>(
      db(),
      `${SELECT} ORDER BY m.created_at, m.user_id LIMIT :pageSize OFFSET :skipped`,
      { organizationId, pageSize: page_size, skipped: (page_no - 1) * page_size },
    ),
  ]);
  return { total, members };
}

/** One member, or null. */
export async function findMember(
  database: Database,
  organizationId: string,
  userId: string,
): Promise<MemberRow | null> {
  const find = `${SELECT} AND m.user_id = :userId`;
  const [row] = await queryIn<MemberRow>(database, find, { organizationId, userId });
  return row ?? null;
}

/** Whether the organization has another owner who can sign in. */
export async function hasOtherOwner(
  tx: Database,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const other = await tx.organizationMember.findFirst({
    where: {
      organizationId,
      role: "owner",
      userId: { not: userId },
      user: { deactivatedAt: null },
    },
    select: { userId: true },
  });
  return other !== null;
}

/** Changes a member's role. */
export async function updateRole(
  tx: Database,
  organizationId: string,
  userId: string,
  role: OrganizationRole,
): Promise<void> {
  await tx.organizationMember.update({
    where: { organizationId_userId: { organizationId, userId } },
    data: { role },
    select: { userId: true },
  });
}

/** Ends a membership. */
export async function deleteMember(
  tx: Database,
  organizationId: string,
  userId: string,
): Promise<void> {
  await tx.organizationMember.delete({
    where: { organizationId_userId: { organizationId, userId } },
    select: { userId: true },
  });
}

/** Adds a member; false if the person already is one, whose role then stays. */
export async function insertMember(
  tx: Database,
  organizationId: string,
  userId: string,
  role: OrganizationRole,
): Promise<boolean> {
  const { count } = await tx.organizationMember.createMany({
    data: { organizationId, userId, role },
    skipDuplicates: true,
  });
  return count === 1;
}

/** Members without a confirmed second factor, by name. */
export function findMembersWithoutFactor(organizationId: string) {
  return db().user.findMany({
    where: {
      organizationMembers: { some: { organizationId } },
      OR: [{ secondFactor: null }, { secondFactor: { confirmedAt: null } }],
    },
    select: { id: true, firstName: true, lastName: true, email: true },
    orderBy: [{ firstName: "asc" }, { lastName: "asc" }, { id: "asc" }],
  });
}
