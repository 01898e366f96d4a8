import type { Database } from "@/lib/core/db/client";
import type { MembershipSource } from "@/lib/core/db/generated/client";
import { first, sql } from "@/lib/core/db/sql";
import { NAMED_USER } from "@/lib/platform/users/repository";

/** The company or organization of a membership. */
export type MembersOf = { kind: "company"; id: number } | { kind: "organization"; id: string };

/** A membership as stored. */
export type Membership = { role: string; source: MembershipSource; createdAt: Date };

/** A member as stored. */
export type MemberRow = Membership & {
  userId: string;
  externalId: string | null;
  email: string | null;
  firstName: string;
  lastName: string;
};

const TABLES = {
  company: {
    members: "company_members",
    column: "company_id",
    type: "bigint",
    role: "company_role",
    open: "SELECT id FROM companies WHERE id = :id::bigint AND status <> 'closed'",
  },
  organization: {
    members: "organization_members",
    column: "organization_id",
    type: "text",
    role: "organization_role",
    open: "SELECT id FROM organizations WHERE id = :id",
  },
} as const;

const MEMBERSHIP = `m.role::text AS role, m.source::text AS source, m.created_at AS "createdAt"`;
const MEMBER = `${MEMBERSHIP}, u.id AS "userId", u.external_id AS "externalId", u.email,
  u.first_name AS "firstName", u.last_name AS "lastName"`;

const MEMBERSHIP_TYPES = { role: "text", source: "text", createdAt: "timestamptz" } as const;
const MEMBER_TYPES = {
  ...MEMBERSHIP_TYPES,
  userId: "text",
  externalId: "text",
  email: "text",
  firstName: "text",
  lastName: "text",
} as const;

type Id = { id: MembersOf["id"] };

const STATEMENTS = { company: statementsOf("company"), organization: statementsOf("organization") };

function statementsOf(kind: MembersOf["kind"]) {
  const { members, column, type, open, role } = TABLES[kind];
  const isIn = `m.${column} = :id::${type}`;
  return {
    insert: sql<Id & { userId: string; role: string }, Membership>(
      `insert-directory-${kind}-member`,
      MEMBERSHIP_TYPES,
      `
      INSERT INTO ${members} AS m (${column}, user_id, role, source)
      SELECT o.id, :userId, :role::${role}, 'directory' FROM (${open}) o
      ON CONFLICT DO NOTHING RETURNING ${MEMBERSHIP}`,
    ),
    lock: sql<Id & { userId: string }, Membership>(
      `lock-directory-${kind}-member`,
      MEMBERSHIP_TYPES,
      `
      SELECT ${MEMBERSHIP} FROM ${members} m
      WHERE ${isIn} AND m.user_id = :userId FOR NO KEY UPDATE`,
    ),
    update: sql<Id & { userId: string; role: string }>(
      `update-directory-${kind}-member`,
      {},
      `
      UPDATE ${members} AS m SET role = :role::${role}, source = 'directory'
      WHERE ${isIn} AND m.user_id = :userId`,
    ),
    remove: sql<Id & { externalId: string }, MemberRow>(
      `remove-directory-${kind}-member`,
      MEMBER_TYPES,
      `
      DELETE FROM ${members} m USING users u
      WHERE ${isIn} AND m.user_id = u.id AND ${NAMED_USER} RETURNING ${MEMBER}`,
    ),
    find: sql<Id & { externalId: string }, MemberRow>(
      `find-directory-${kind}-member`,
      MEMBER_TYPES,
      `
      SELECT ${MEMBER} FROM users u JOIN ${members} m ON m.user_id = u.id
      WHERE ${isIn} AND ${NAMED_USER}`,
    ),
    list: sql<Id & { afterUserId: string; take: number }, MemberRow>(
      `list-directory-${kind}-members`,
      MEMBER_TYPES,
      `
      SELECT ${MEMBER} FROM ${members} m JOIN users u ON u.id = m.user_id
      WHERE ${isIn} AND m.user_id > :afterUserId ORDER BY m.user_id LIMIT :take`,
      { plan: "each time" },
    ),
  };
}

/** Adds a member; null if the person already is one, or if there is no such company or organization, or it is closed. */
export async function insertMember(
  tx: Database,
  { kind, id }: MembersOf,
  userId: string,
  role: string,
): Promise<Membership | null> {
  return first(await STATEMENTS[kind].insert({ id, userId, role }, tx));
}

/** A membership, locked until the transaction ends, or null. */
export async function lockMembership(
  tx: Database,
  { kind, id }: MembersOf,
  userId: string,
): Promise<Membership | null> {
  return first(await STATEMENTS[kind].lock({ id, userId }, tx));
}

/** Changes a member's role; the membership is then the directory's. */
export async function updateMembership(
  tx: Database,
  { kind, id }: MembersOf,
  userId: string,
  role: string,
): Promise<void> {
  await STATEMENTS[kind].update({ id, userId, role }, tx);
}

/**
 * Ends a membership.
 * @returns the former member, or null if there was none
 */
export async function removeMembership(
  tx: Database,
  { kind, id }: MembersOf,
  externalId: string,
): Promise<MemberRow | null> {
  return first(await STATEMENTS[kind].remove({ id, externalId }, tx));
}

/** A member, or null. */
export async function findMember(
  { kind, id }: MembersOf,
  externalId: string,
): Promise<MemberRow | null> {
  return first(await STATEMENTS[kind].find({ id, externalId }));
}

/** Members after a person, in the order of our ids, one more than the limit if there are that many. */
export function listMemberRows(
  { kind, id }: MembersOf,
  afterUserId: string,
  limit: number,
): Promise<MemberRow[]> {
  return STATEMENTS[kind].list({ id, afterUserId, take: limit + 1 });
}
