import type { Database } from "@/lib/core/db/client";
import { column, first, type RowOf, sql } from "@/lib/core/db/sql";
import type { FirstMembers } from "@/lib/platform/object-values";
import { NAMED_USER } from "@/lib/platform/users/repository";
import type { Membership } from "@/lib/tenants/membership/membership-rows";
import { type AnyTenant, type Kind, type Role, TENANTS } from "@/lib/tenants/membership/tenants";

const TYPES = {
  role: "text",
  source: column<Membership<Kind>["source"]>("text"),
  createdAt: "timestamptz",
  userId: "text",
  externalId: "text?",
  email: "text?",
  firstName: "text",
  lastName: "text",
} as const;

export type MemberRow = RowOf<typeof TYPES>;

const MEMBER = `m.role::text AS role, m.source::text AS source, m.created_at AS "createdAt",
  u.id AS "userId", u.external_id AS "externalId", u.email, u.first_name AS "firstName", u.last_name AS "lastName"`;

const FIRST = {
  userId: "text",
  firstName: "text",
  lastName: "text",
  email: "text?",
  role: column<Role<Kind>>("text"),
  /** Members in all. */
  total: "int4",
} as const;
export type FirstMember = RowOf<typeof FIRST>;

type OfTenant = { id: AnyTenant["id"] };

function statementsOf(kind: Kind) {
  const { members, column: tenantId } = TENANTS[kind];
  return {
    find: sql<OfTenant & { externalId: string }, MemberRow>(
      `find-directory-${kind}-member`,
      TYPES,
      `
      SELECT ${MEMBER} FROM users u JOIN ${members} m ON m.user_id = u.id
      WHERE m.${tenantId} = :id AND ${NAMED_USER}`,
    ),
    list: sql<OfTenant & { afterUserId: string; take: number }, MemberRow>(
      `list-directory-${kind}-members`,
      TYPES,
      `
      SELECT ${MEMBER} FROM ${members} m JOIN users u ON u.id = m.user_id
      WHERE m.${tenantId} = :id AND m.user_id > :afterUserId ORDER BY m.user_id LIMIT :take`,
      { plan: "each time" },
    ),
    readFirst: sql<OfTenant & { take: number }, FirstMember>(
      `read-first-${kind}-members`,
      FIRST,
      `
      SELECT u.id AS "userId", u.first_name AS "firstName", u.last_name AS "lastName", u.email, m.role::text AS role,
        count(*) OVER ()::int AS total
      FROM ${members} m JOIN users u ON u.id = m.user_id
      WHERE m.${tenantId} = :id ORDER BY m.role, m.created_at, u.id LIMIT :take`,
    ),
  };
}

const STATEMENTS = { company: statementsOf("company"), organization: statementsOf("organization") };

export async function findMember(
  { kind, id }: { kind: Kind; id: AnyTenant["id"] },
  externalId: string,
  database?: Database,
): Promise<MemberRow | null> {
  return first(await STATEMENTS[kind].find({ id, externalId }, database));
}

/** Members after a person, in the order of our ids, one more than the limit if there are that many. */
export function listMemberRows(
  { kind, id }: AnyTenant,
  afterUserId: string,
  limit: number,
): Promise<MemberRow[]> {
  return STATEMENTS[kind].list({ id, afterUserId, take: limit + 1 });
}

/** People that a page shows; more are counted only. */
const MAX_SHOWN = 10;

export async function readFirstMembers({ kind, id }: AnyTenant): Promise<FirstMembers> {
  const people = await STATEMENTS[kind].readFirst({ id, take: MAX_SHOWN });
  return { total: people[0]?.total ?? 0, people };
}
