import type { Change } from "@/lib/audit/record-change";
import type { Database } from "@/lib/core/db/client";
import type { Columns } from "@/lib/core/db/sql";
import { sql } from "@/lib/core/db/sql";
import type { JsonObject } from "@/lib/core/json";
import {
  type AnyTenant,
  type Id,
  type Kind,
  type Role,
  type Source,
  TENANTS,
  type Tenant,
} from "@/lib/tenants/membership/tenants";

export type Membership<K extends Kind> = { role: Role<K>; source: Source; createdAt: Date };

type TenantMembership = {
  [K in Kind]: Tenant<K> & Membership<K>;
}[Kind];

const TYPES = { role: "text", source: "text", createdAt: "timestamptz" } as const;

/** The column types of the rows. The compiler can check for one kind only that they are the same for both. */
type Types<K extends Kind> = Columns<Membership<K>>;
type Listed<K extends Kind> = Membership<K> & { id: Id<K> };

/** The statements about memberships of each kind of tenant. */
export const MEMBERSHIPS: { [K in Kind]: ReturnType<typeof declare<K>> } = {
  organization: declare<"organization">("organization", TYPES, { ...TYPES, id: "text" }),
  company: declare<"company">("company", TYPES, { ...TYPES, id: "float8" }),
};

function declare<K extends Kind>(kind: K, types: Types<K>, listed: Columns<Listed<K>>) {
  const { members, column, readAs, role, open } = TENANTS[kind];
  const isThis = `m.${column} = :id AND m.user_id = :userId`;
  const columns = `m.role::text AS role, m.source::text AS source, m.created_at AS "createdAt"`;
  type Member = { id: Id<K>; userId: string };
  type NewMember = Member & { role: Role<K>; source: Source };
  return {
    // No row if the person is a member already, or if the tenant is unknown or closed.
    insert: sql<NewMember, Membership<K>>(
      `insert-${kind}-membership`,
      types,
      `
      INSERT INTO ${members} AS m (${column}, user_id, role, source)
      SELECT o.id, :userId, :role::${role}, :source::membership_source FROM (${open}) o
      ON CONFLICT DO NOTHING RETURNING ${columns}`,
    ),
    lock: sql<Member, Membership<K>>(
      `lock-${kind}-membership`,
      types,
      `SELECT ${columns} FROM ${members} m WHERE ${isThis} FOR NO KEY UPDATE`,
    ),
    update: sql<NewMember>(
      `update-${kind}-membership`,
      {},
      `UPDATE ${members} m SET role = :role::${role}, source = :source::membership_source WHERE ${isThis}`,
    ),
    remove: sql<Member>(
      `remove-${kind}-membership`,
      {},
      `DELETE FROM ${members} m WHERE ${isThis}`,
    ),
    findOtherOwner: sql<Member, { userId: string }>(
      `find-other-${kind}-owner`,
      { userId: "text" },
      `SELECT m.user_id AS "userId" FROM ${members} m JOIN users u ON u.id = m.user_id
       WHERE m.${column} = :id AND m.role = 'owner' AND m.user_id <> :userId AND u.deactivated_at IS NULL LIMIT 1`,
    ),
    // To a person who lacks them. They begin now, so that no token of an earlier membership works again.
    move: sql<{ from: string; to: string }>(
      `move-${kind}-memberships`,
      {},
      `
      UPDATE ${members} m SET user_id = :to, created_at = now() WHERE m.user_id = :from
        AND NOT EXISTS (SELECT 1 FROM ${members} o WHERE o.user_id = :to AND o.${column} = m.${column})`,
    ),
    list: sql<{ userId: string }, Listed<K>>(
      `list-${kind}-memberships`,
      listed,
      `
      SELECT m.${column}::${readAs} AS id, ${columns} FROM ${members} m
      WHERE m.user_id = :userId ORDER BY m.${column}`,
    ),
  };
}

/** A person's memberships: of companies, then of organizations, in the order of their ids. */
export async function listMemberships(tx: Database, userId: string): Promise<TenantMembership[]> {
  const companies = await MEMBERSHIPS.company.list({ userId }, tx);
  const organizations = await MEMBERSHIPS.organization.list({ userId }, tx);
  return [
    ...companies.map((row) => ({ kind: "company" as const, ...row })),
    ...organizations.map((row) => ({ kind: "organization" as const, ...row })),
  ];
}

/** A change of a tenant's people for its audit log: an organization's own, or the platform's, which names the company. */
export function tenantEntry({ kind, id }: AnyTenant, change: Change): Change {
  if (kind === "organization") return change;
  const { action, target, before, after } = change;
  return {
    action: `company_${action}`,
    target,
    ...(before && { before: { company_id: id, ...before } }),
    ...(after && { after: { company_id: id, ...after } }),
  };
}

/** A change of a person's membership for the audit log of its tenant; null for no membership. */
export function membershipEntry(
  tenant: AnyTenant,
  userId: string,
  { before, after }: { before: JsonObject | null; after: JsonObject | null },
): Change {
  const change = before ? (after ? "role_changed" : "removed") : "joined";
  return tenantEntry(tenant, {
    action: `member.${change}`,
    target: `user:${userId}`,
    ...(before && { before }),
    ...(after && { after }),
  });
}
