import { type ListPart, type PartValues, partValues } from "@/lib/core/db/list-sql";
import { type Columns, type RowOf, sql } from "@/lib/core/db/sql";
import { PERSON_NAME } from "@/lib/core/full-name";
import type { NewLink } from "@/lib/identity/sessions/link";
import {
  type Id,
  type Kind,
  type Role,
  TENANTS,
  type Tenant,
} from "@/lib/tenants/membership/tenants";

const ROW = {
  id: "text",
  email: "text",
  role: "text",
  createdAt: "timestamptz",
  expiresAt: "timestamptz",
  /** Null if no person sent it. */
  inviterName: "text?",
} as const;
export type InvitationRow<K extends Kind> = Omit<RowOf<typeof ROW>, "role"> & { role: Role<K> };
type ListedInvitation<K extends Kind> = { total: number } & (InvitationRow<K> | { id: null });
type Renewed = NewLink & { invitedBy: string | null };
type TakenInvitation<K extends Kind> = { role: Role<K>; isMailed: boolean };

/** The column types of the rows. They are the same for both kinds, which the compiler can check for one kind only. */
type Types<K extends Kind> = {
  row: Columns<InvitationRow<K>>;
  listed: Columns<ListedInvitation<K>>;
  taken: Columns<TakenInvitation<K>>;
};

const TYPES = {
  row: ROW,
  listed: { ...ROW, total: "int4" },
  taken: { role: "text", isMailed: "bool" },
} as const;

const INVITER_NAME = `
  (SELECT ${PERSON_NAME("u")} FROM users u WHERE u.id = i.invited_by) AS "inviterName"`;
const COLUMNS = `
  i.id, i.email, i.role::text AS role, i.created_at AS "createdAt", i.expires_at AS "expiresAt", ${INVITER_NAME}`;
const OPEN = "i.accepted_at IS NULL AND i.revoked_at IS NULL";

export const INVITATIONS: { [K in Kind]: Statements<K> } = {
  organization: declare<"organization">("organization", TYPES),
  company: declare<"company">("company", TYPES),
};

type Statements<K extends Kind> = ReturnType<typeof declare<K>>;

function declare<K extends Kind>(kind: K, types: Types<K>) {
  const { invitations, members, column, role } = TENANTS[kind];
  const openCondition = `i.${column} = :id AND ${OPEN}`;
  return {
    list: sql<PartValues & { id: Id<K> }, ListedInvitation<K>>(
      `list-${kind}-invitations`,
      types.listed,
      `
      SELECT counted.total, listed.*
      FROM (SELECT count(*)::int AS total FROM ${invitations} i WHERE :isCounted::boolean AND ${openCondition}) counted
      LEFT JOIN (
        SELECT ${COLUMNS} FROM ${invitations} i
        WHERE ${openCondition} AND (i.created_at, i.id) < (coalesce(:afterTime::timestamptz, 'infinity'), coalesce(:afterId, ''))
        ORDER BY i.created_at DESC, i.id DESC LIMIT :limit OFFSET :offset
      ) listed ON true
      ORDER BY listed."createdAt" DESC, listed.id DESC`,
    ),
    count: sql<{ id: Id<K> }, { open: number }>(
      `count-open-${kind}-invitations`,
      { open: "int4" },
      `SELECT count(*)::integer AS open FROM ${invitations} i WHERE ${openCondition}`,
    ),
    findMember: sql<{ id: Id<K>; email: string }, { userId: string }>(
      `find-invited-${kind}-member`,
      { userId: "text" },
      `SELECT u.id AS "userId" FROM ${members} m JOIN users u ON u.id = m.user_id
       WHERE m.${column} = :id AND u.email = :email AND u.password_hash IS NOT NULL`,
    ),
    revokeExpired: sql<{ id: Id<K>; email: string }>(
      `revoke-expired-${kind}-invitation`,
      {},
      `UPDATE ${invitations} i SET revoked_at = now()
       WHERE ${openCondition} AND i.email = :email AND i.expires_at <= now()`,
    ),
    insert: sql<
      Renewed & { id: Id<K>; invitationId: string; email: string; role: Role<K> },
      InvitationRow<K>
    >(
      `insert-${kind}-invitation`,
      types.row,
      `INSERT INTO ${invitations} AS i (id, ${column}, email, role, invited_by, token_hash, expires_at)
       VALUES (:invitationId, :id, :email, :role::${role}, :invitedBy, :tokenHash, :expiresAt)
       ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
    ),
    find: sql<{ id: Id<K>; invitationId: string }, InvitationRow<K>>(
      `find-open-${kind}-invitation`,
      types.row,
      `SELECT ${COLUMNS} FROM ${invitations} i WHERE ${openCondition} AND i.id = :invitationId`,
    ),
    renew: sql<Renewed & { id: Id<K>; invitationId: string }, InvitationRow<K>>(
      `renew-${kind}-invitation`,
      types.row,
      `UPDATE ${invitations} AS i
       SET token_hash = :tokenHash, expires_at = :expiresAt, invited_by = :invitedBy, mailed_at = NULL
       WHERE ${openCondition} AND i.id = :invitationId RETURNING ${COLUMNS}`,
    ),
    // Only this link of the invitation: a later one may have been passed on by hand.
    markMailed: sql<Pick<NewLink, "tokenHash"> & { id: Id<K>; invitationId: string }>(
      `mark-${kind}-invitation-mailed`,
      {},
      `UPDATE ${invitations} SET mailed_at = now()
       WHERE ${column} = :id AND id = :invitationId AND token_hash = :tokenHash`,
    ),
    revoke: sql<{ id: Id<K>; invitationId: string }, { id: string }>(
      `revoke-${kind}-invitation`,
      { id: "text" },
      `UPDATE ${invitations} i SET revoked_at = now() WHERE ${openCondition} AND i.id = :invitationId RETURNING i.id`,
    ),
    // Invitations to other roles than these.
    revokeSentBy: sql<{
      id: Id<K>;
      invitedBy: string;
      within: readonly Role<K>[];
    }>(
      `revoke-${kind}-invitations-from`,
      {},
      `UPDATE ${invitations} i SET revoked_at = now()
       WHERE ${openCondition} AND i.invited_by = :invitedBy AND NOT i.role::text = ANY(:within)`,
    ),
    // Those of owners that a person sent to tenants of which they are not an owner themselves.
    revokeOwners: sql<{ invitedBy: string }>(
      `revoke-${kind}-owner-invitations`,
      {},
      `UPDATE ${invitations} i SET revoked_at = now()
       WHERE i.invited_by = :invitedBy AND i.role = 'owner' AND ${OPEN} AND NOT EXISTS (
         SELECT 1 FROM ${members} m WHERE m.${column} = i.${column} AND m.user_id = :invitedBy AND m.role = 'owner')`,
    ),
    take: sql<Pick<NewLink, "tokenHash">, TakenInvitation<K>>(
      `take-${kind}-invitation`,
      types.taken,
      `UPDATE ${invitations} AS i SET accepted_at = now()
       WHERE i.token_hash = :tokenHash AND ${OPEN} AND i.expires_at > now()
       RETURNING i.role::text AS role, i.mailed_at IS NOT NULL AS "isMailed"`,
    ),
  };
}

/** A part of the open invitations to a tenant, including expired ones, newest first, with their number. */
export async function listInvitationRows<K extends Kind>(
  { kind, id }: Tenant<K>,
  part: ListPart,
): Promise<{ total: number; rows: InvitationRow<K>[] }> {
  const rows = await INVITATIONS[kind].list({ id, ...partValues(part) });
  return { total: rows[0]?.total ?? 0, rows: rows.filter((row) => row.id !== null) };
}
