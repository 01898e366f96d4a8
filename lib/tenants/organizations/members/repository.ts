import { type Database, db } from "@/lib/core/db/client";
import { type ListPart, type PartValues, partValues } from "@/lib/core/db/list-sql";
import { first, sql } from "@/lib/core/db/sql";
import type { OrganizationRole } from "@/lib/core/permissions";
import { HAS_SECOND_FACTOR } from "@/lib/operation/access/find-organization-membership";

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

/** Reads the members of a table or subquery. */
const selectFrom = (members: string) => `
  SELECT m.user_id AS "userId", u.first_name AS "firstName", u.last_name AS "lastName", u.email,
    u.email_verified_at IS NOT NULL AS "emailVerified", m.role::text AS role, m.source::text AS source,
    m.created_at AS "createdAt",
    ${HAS_SECOND_FACTOR("m")} AS "hasSecondFactor",
    (SELECT max(s.created_at) FROM user_sessions s
      WHERE s.user_id = m.user_id AND NOT s.second_factor_pending) AS "lastSignedInAt"
  FROM ${members} m JOIN users u ON u.id = m.user_id`;

const MEMBER_TYPES = {
  userId: "text",
  firstName: "text",
  lastName: "text",
  email: "text",
  emailVerified: "bool",
  role: "text",
  source: "text",
  createdAt: "timestamptz",
  hasSecondFactor: "bool",
  lastSignedInAt: "timestamptz",
} as const;

// Members and count in one statement. Only the listed members need their details.
const listMembers = sql<
  { organizationId: string } & PartValues,
  { total: number } & (MemberRow | { userId: null })
>(
  "list-members",
  { total: "int4", ...MEMBER_TYPES },
  `
  SELECT counted.total, listed.*
  FROM (
    SELECT count(*)::int AS total FROM organization_members m
    WHERE :isCounted::boolean AND m.organization_id = :organizationId
  ) counted
  LEFT JOIN (
    ${selectFrom(`(
      SELECT * FROM organization_members m
      WHERE m.organization_id = :organizationId
        AND (m.created_at, m.user_id) > (coalesce(:afterTime::timestamptz, '-infinity'), coalesce(:afterId, ''))
      ORDER BY m.created_at, m.user_id LIMIT :limit OFFSET :offset
    )`)}
  ) listed ON true
  ORDER BY listed."createdAt", listed."userId"`,
);

/** A part of an organization's members, oldest membership first, with their number. */
export async function listMemberRows(
  organizationId: string,
  part: ListPart,
): Promise<{ total: number; rows: MemberRow[] }> {
  const rows = await listMembers({ organizationId, ...partValues(part) });
  return { total: rows[0]?.total ?? 0, rows: rows.filter((row) => row.userId !== null) };
}

const findRow = sql<{ organizationId: string; userId: string }, MemberRow>(
  "find-member",
  MEMBER_TYPES,
  `${selectFrom("organization_members")}
  WHERE m.organization_id = :organizationId AND m.user_id = :userId`,
);

/** One member, or null. */
export async function findMember(
  database: Database,
  organizationId: string,
  userId: string,
): Promise<MemberRow | null> {
  return first(await findRow({ organizationId, userId }, database));
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
