import type { Database } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import type { Id, Kind, Role, Tenant } from "@/lib/tenants/invitations/invitation";
import { TENANT_TABLES } from "@/lib/tenants/invitations/statements";

const STATEMENTS: { [K in Kind]: ReturnType<typeof declare<K>> } = {
  organization: declare<"organization">("organization"),
  company: declare<"company">("company"),
};

function declare<K extends Kind>(kind: K) {
  const { members, place, role } = TENANT_TABLES[kind];
  const isThis = `${place} = :id AND user_id = :userId`;
  type Member = { id: Id<K>; userId: string };
  return {
    findOtherOwner: sql<Member, { userId: string }>(
      `find-other-${kind}-owner`,
      { userId: "text" },
      `SELECT m.user_id AS "userId" FROM ${members} m JOIN users u ON u.id = m.user_id
       WHERE m.${place} = :id AND m.role = 'owner' AND m.user_id <> :userId AND u.deactivated_at IS NULL LIMIT 1`,
    ),
    insert: sql<Member & { role: Role<K> }, { userId: string }>(
      `insert-${kind}-member`,
      { userId: "text" },
      `INSERT INTO ${members} (${place}, user_id, role) VALUES (:id, :userId, :role::${role})
       ON CONFLICT DO NOTHING RETURNING user_id AS "userId"`,
    ),
    updateRole: sql<Member & { role: Role<K> }>(
      `update-${kind}-member-role`,
      {},
      `UPDATE ${members} SET role = :role::${role} WHERE ${isThis}`,
    ),
    remove: sql<Member>(`remove-${kind}-member`, {}, `DELETE FROM ${members} WHERE ${isThis}`),
  };
}

/** Whether a company or organization has another owner who can sign in. */
export async function hasOtherOwner<K extends Kind>(
  tx: Database,
  { kind, id }: Tenant<K>,
  userId: string,
): Promise<boolean> {
  const rows = await STATEMENTS[kind].findOtherOwner({ id, userId }, tx);
  return rows.length > 0;
}

/** Adds a member; false if the person already is one, whose role then stays. */
export async function insertMember<K extends Kind>(
  tx: Database,
  { kind, id }: Tenant<K>,
  userId: string,
  role: Role<K>,
): Promise<boolean> {
  const rows = await STATEMENTS[kind].insert({ id, userId, role }, tx);
  return rows.length > 0;
}

/** Changes a member's role. */
export async function updateRole<K extends Kind>(
  tx: Database,
  { kind, id }: Tenant<K>,
  userId: string,
  role: Role<K>,
): Promise<void> {
  await STATEMENTS[kind].updateRole({ id, userId, role }, tx);
}

/** Ends a membership, and with it the person's online tokens for the company. */
export async function deleteMember<K extends Kind>(
  tx: Database,
  { kind, id }: Tenant<K>,
  userId: string,
): Promise<void> {
  await STATEMENTS[kind].remove({ id, userId }, tx);
}
