import { NAMED_USER } from "@/lib/directory/users/user-sql";
import { type Database, db } from "@/lib/kernel/db/client";
import type { MembershipSource } from "@/lib/kernel/db/generated/client";
import { plannedQuery } from "@/lib/kernel/db/planned-query";
import { executeIn, queryIn } from "@/lib/kernel/db/query-in";

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

/** Adds a member; null if the person already is one, or if there is no such company or organization, or it is closed. */
export function insertMember(
  tx: Database,
  of: MembersOf,
  userId: string,
  role: string,
): Promise<Membership | null> {
  const { members, column, open, role: roleType } = TABLES[of.kind];
  const insert = `
    INSERT INTO ${members} AS m (${column}, user_id, role, source)
    SELECT o.id, :userId, :role::${roleType}, 'directory' FROM (${open}) o
    ON CONFLICT DO NOTHING RETURNING ${MEMBERSHIP}`;
  return readOne<Membership>(tx, insert, { id: of.id, userId, role });
}

/** A membership, locked until the transaction ends, or null. */
export function lockMembership(
  tx: Database,
  of: MembersOf,
  userId: string,
): Promise<Membership | null> {
  const { members, column, type } = TABLES[of.kind];
  const lock = `
    SELECT ${MEMBERSHIP} FROM ${members} m
    WHERE m.${column} = :id::${type} AND m.user_id = :userId FOR NO KEY UPDATE`;
  return readOne<Membership>(tx, lock, { id: of.id, userId });
}

/** Changes a member's role; the membership is then the directory's. */
export async function updateMembership(
  tx: Database,
  of: MembersOf,
  userId: string,
  role: string,
): Promise<void> {
  const { members, column, type, role: roleType } = TABLES[of.kind];
  const update = `
    UPDATE ${members} SET role = :role::${roleType}, source = 'directory'
    WHERE ${column} = :id::${type} AND user_id = :userId`;
  await executeIn(tx, update, { id: of.id, userId, role });
}

/**
 * Ends a membership.
 * @returns the former member, or null if there was none
 */
export function removeMembership(
  tx: Database,
  of: MembersOf,
  externalId: string,
): Promise<MemberRow | null> {
  const { members, column, type } = TABLES[of.kind];
  const remove = `
    DELETE FROM ${members} m USING users u
    WHERE m.${column} = :id::${type} AND m.user_id = u.id AND ${NAMED_USER} RETURNING ${MEMBER}`;
  return readOne<MemberRow>(tx, remove, { id: of.id, externalId });
}

/** A member, or null. */
export function findMember(
  of: MembersOf,
  externalId: string,
  database: Database = db(),
): Promise<MemberRow | null> {
  const { members, column, type } = TABLES[of.kind];
  const find = `
    SELECT ${MEMBER} FROM users u JOIN ${members} m ON m.user_id = u.id
    WHERE m.${column} = :id::${type} AND ${NAMED_USER}`;
  return readOne<MemberRow>(database, find, { id: of.id, externalId });
}

/** Members after a person, in the order of our ids, one more than the limit if there are that many. */
export function listMemberRows(
  of: MembersOf,
  afterUserId: string,
  limit: number,
): Promise<MemberRow[]> {
  const { members, column, type } = TABLES[of.kind];
  const list = `
    SELECT ${MEMBER} FROM ${members} m JOIN users u ON u.id = m.user_id
    WHERE m.${column} = :id::${type} AND m.user_id > :afterUserId ORDER BY m.user_id LIMIT :take`;
  return plannedQuery<MemberRow>(list, { id: of.id, afterUserId, take: limit + 1 });
}

async function readOne<Row>(
  database: Database,
  statement: string,
  values: object,
): Promise<Row | null> {
  const [row] = await queryIn<Row>(database, statement, values);
  return row ?? null;
}
