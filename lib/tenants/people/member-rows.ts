import { type Database, db } from "@/lib/core/db/client";
import { type ListPart, type PartValues, partValues } from "@/lib/core/db/list-sql";
import { type Columns, column, first, type RowOf, sql } from "@/lib/core/db/sql";
import { compareNames } from "@/lib/core/values/name-order-values";
import { HAS_SECOND_FACTOR } from "@/lib/operation/access/find-organization-membership";
import {
  type Id,
  type Kind,
  type Role,
  type Source,
  TENANTS,
  type Tenant,
} from "@/lib/tenants/membership/tenants";

const ROW = {
  userId: "text",
  firstName: "text",
  lastName: "text",
  email: "text?",
  role: "text",
  /** Where the membership came from. Only local ones are changed here. */
  source: column<Source>("text"),
  createdAt: "timestamptz",
  hasSecondFactor: "bool",
  emailVerified: "bool",
  lastSignedInAt: "timestamptz?",
} as const;

export type MemberRow<K extends Kind> = Omit<RowOf<typeof ROW>, "role"> & { role: Role<K> };

type ListedMember<K extends Kind> = { total: number } & (MemberRow<K> | { userId: null });

/** The column types of the rows. They are the same for both kinds, which the compiler can check for one kind only. */
type Types<K extends Kind> = { row: Columns<MemberRow<K>>; listed: Columns<ListedMember<K>> };

const TYPES = { row: ROW, listed: { total: "int4", ...ROW } } as const;

/** Reads the members of a table or subquery. */
const selectFrom = (members: string) => `
  SELECT m.user_id AS "userId", u.first_name AS "firstName", u.last_name AS "lastName", u.email,
    u.email_verified_at IS NOT NULL AS "emailVerified", m.role::text AS role, m.source::text AS source,
    m.created_at AS "createdAt",
    ${HAS_SECOND_FACTOR("m")} AS "hasSecondFactor",
    (SELECT max(s.created_at) FROM user_sessions s
      WHERE s.user_id = m.user_id AND NOT s.second_factor_pending) AS "lastSignedInAt"
  FROM ${members} m JOIN users u ON u.id = m.user_id`;

const statements: { [K in Kind]: ReturnType<typeof declare<K>> } = {
  organization: declare<"organization">("organization", TYPES),
  company: declare<"company">("company", TYPES),
};

function declare<K extends Kind>(kind: K, types: Types<K>) {
  const { members, column: tenantId } = TENANTS[kind];
  return {
    // Members and count in one statement. Only the listed members need their details.
    list: sql<PartValues & { id: Id<K> }, ListedMember<K>>(
      `list-members-of-${kind}`,
      types.listed,
      `
      SELECT counted.total, listed.*
      FROM (
        SELECT count(*)::int AS total FROM ${members} m WHERE :isCounted::boolean AND m.${tenantId} = :id
      ) counted
      LEFT JOIN (
        ${selectFrom(`(
          SELECT * FROM ${members} m
          WHERE m.${tenantId} = :id
            AND (m.created_at, m.user_id) > (coalesce(:afterTime::timestamptz, '-infinity'), coalesce(:afterId, ''))
          ORDER BY m.created_at, m.user_id LIMIT :limit OFFSET :offset
        )`)}
      ) listed ON true
      ORDER BY listed."createdAt", listed."userId"`,
    ),
    find: sql<{ id: Id<K>; userId: string }, MemberRow<K>>(
      `find-member-of-${kind}`,
      types.row,
      `${selectFrom(members)} WHERE m.${tenantId} = :id AND m.user_id = :userId`,
    ),
  };
}

/** A part of a tenant's members, oldest membership first, with their number. */
export async function listMemberRows<K extends Kind>(
  { kind, id }: Tenant<K>,
  part: ListPart,
): Promise<{ total: number; rows: MemberRow<K>[] }> {
  const rows = await statements[kind].list({ id, ...partValues(part) });
  return { total: rows[0]?.total ?? 0, rows: rows.filter((row) => row.userId !== null) };
}

export async function findMember<K extends Kind>(
  database: Database,
  { kind, id }: Tenant<K>,
  userId: string,
): Promise<MemberRow<K> | null> {
  return first(await statements[kind].find({ id, userId }, database));
}

/** Members of an organization without a confirmed second factor, by name. */
export async function findMembersWithoutFactor(organizationId: string) {
  const people = await db().user.findMany({
    where: {
      organizationMembers: { some: { organizationId } },
      OR: [{ secondFactor: null }, { secondFactor: { confirmedAt: null } }],
    },
    select: { id: true, firstName: true, lastName: true, email: true },
    orderBy: { id: "asc" },
  });
  const nameOf = (person: (typeof people)[number]) => `${person.firstName} ${person.lastName}`;
  return people.sort((a, b) => compareNames(nameOf(a), nameOf(b)));
}
