import type { NewLink } from "@/lib/auth/new-link";
import type { CompanyRole } from "@/lib/kernel/company-role-values";
import { newId } from "@/lib/kernel/crypto/ids";
import { type Database, db } from "@/lib/kernel/db/client";
import { type ListPart, type PartValues, partValues } from "@/lib/kernel/db/list-part";
import { executeIn, queryIn } from "@/lib/kernel/db/query-in";
import { statement } from "@/lib/kernel/db/statement";
import type { OrganizationRole } from "@/lib/kernel/permissions";

/** What people are invited to, with the type of its id and the roles of its members. */
type Kinds = {
  organization: { id: string; role: OrganizationRole };
  company: { id: number; role: CompanyRole };
};
export type Kind = keyof Kinds;
export type Role<K extends Kind> = Kinds[K]["role"];

/** An organization or company. */
export type Place<K extends Kind> = { kind: K; id: Kinds[K]["id"] };

/** An open invitation as stored. */
export type InvitationRow<K extends Kind> = {
  id: string;
  email: string;
  role: Role<K>;
  createdAt: Date;
  expiresAt: Date;
  /** Null if no person sent it. */
  inviterName: string | null;
};

// The two tables differ only in these names.
const TABLES = {
  organization: {
    invitations: "invitations",
    members: "organization_members",
    place: "organization_id",
    role: "organization_role",
  },
  company: {
    invitations: "company_invitations",
    members: "company_members",
    place: "company_id",
    role: "company_role",
  },
} as const;

const INVITER_NAME = `
  (SELECT nullif(trim(u.first_name || ' ' || u.last_name), '') FROM users u WHERE u.id = i.invited_by) AS "inviterName"`;
const COLUMNS = `
  i.id, i.email, i.role::text AS role, i.created_at AS "createdAt", i.expires_at AS "expiresAt", ${INVITER_NAME}`;
const OPEN = "i.accepted_at IS NULL AND i.revoked_at IS NULL";

type ListValues<K extends Kind> = PartValues & { id: Kinds[K]["id"] };
type ListedRow<K extends Kind> = { total: number } & (InvitationRow<K> | { id: null });

const LISTED_TYPES = {
  total: "int4",
  id: "text",
  email: "text",
  role: "text",
  createdAt: "timestamptz",
  expiresAt: "timestamptz",
  inviterName: "text",
} as const;

const LISTS: { [K in Kind]: (values: ListValues<K>) => Promise<ListedRow<K>[]> } = {
  organization: statement<ListValues<"organization">, ListedRow<"organization">>(
    "list-organization-invitations",
    LISTED_TYPES,
    listStatement("organization"),
  ),
  company: statement<ListValues<"company">, ListedRow<"company">>(
    "list-company-invitations",
    LISTED_TYPES,
    listStatement("company"),
  ),
};

function listStatement(kind: Kind): string {
  const { invitations, place } = TABLES[kind];
  const open = `i.${place} = :id AND ${OPEN}`;
  return `
  SELECT counted.total, listed.*
  FROM (SELECT count(*)::int AS total FROM ${invitations} i WHERE :isCounted::boolean AND ${open}) counted
  LEFT JOIN (
    SELECT ${COLUMNS} FROM ${invitations} i
    WHERE ${open} AND (i.created_at, i.id) < (coalesce(:afterTime::timestamptz, 'infinity'), coalesce(:afterId, ''))
    ORDER BY i.created_at DESC, i.id DESC LIMIT :limit OFFSET :offset
  ) listed ON true
  ORDER BY listed."createdAt" DESC, listed.id DESC`;
}

/** A part of the open invitations to a place, including expired ones, newest first, with their number. */
export async function listInvitationRows<K extends Kind>(
  { kind, id }: Place<K>,
  part: ListPart,
): Promise<{ total: number; rows: InvitationRow<K>[] }> {
  const rows = await LISTS[kind]({ id, ...partValues(part) });
  return { total: rows[0]?.total ?? 0, rows: rows.filter((row) => row.id !== null) };
}

/** The number of open invitations to a place. */
export async function countOpenInvitations<K extends Kind>(
  database: Database,
  { kind, id }: Place<K>,
): Promise<number> {
  const { invitations, place } = TABLES[kind];
  const [row] = await queryIn<{ open: number }>(
    database,
    `SELECT count(*)::integer AS open FROM ${invitations} i WHERE i.${place} = :id AND ${OPEN}`,
    { id },
  );
  return row?.open ?? 0;
}

/** Whether a person who signs in with this e-mail address and a password is a member. */
export async function isMember<K extends Kind>(
  tx: Database,
  { kind, id }: Place<K>,
  email: string,
): Promise<boolean> {
  const { members, place } = TABLES[kind];
  const rows = await queryIn(
    tx,
    `SELECT 1 AS found FROM ${members} m JOIN users u ON u.id = m.user_id
     WHERE m.${place} = :id AND u.email = :email AND u.password_hash IS NOT NULL`,
    { id, email },
  );
  return rows.length > 0;
}

/** Stores an invitation, replacing an expired one; null if the address has a valid one. */
export async function insertInvitation<K extends Kind>(
  tx: Database,
  { kind, id }: Place<K>,
  invitation: { email: string; role: Role<K>; invitedBy: string | null } & NewLink,
): Promise<InvitationRow<K> | null> {
  const { invitations, place, role } = TABLES[kind];
  await executeIn(
    tx,
    `UPDATE ${invitations} i SET revoked_at = now()
     WHERE i.${place} = :id AND i.email = :email AND ${OPEN} AND i.expires_at <= now()`,
    { id, email: invitation.email },
  );
  const [row] = await queryIn<InvitationRow<K>>(
    tx,
    `INSERT INTO ${invitations} AS i (id, ${place}, email, role, invited_by, token_hash, expires_at)
     VALUES (:invitationId, :id, :email, :role::${role}, :invitedBy, :tokenHash, :expiresAt) ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
    { ...invitation, id, invitationId: newId() },
  );
  return row ?? null;
}

/** An open invitation to a place, or null. */
export async function findOpenInvitation<K extends Kind>(
  tx: Database,
  { kind, id }: Place<K>,
  invitationId: string,
): Promise<InvitationRow<K> | null> {
  const { invitations, place } = TABLES[kind];
  const [row] = await queryIn<InvitationRow<K>>(
    tx,
    `SELECT ${COLUMNS} FROM ${invitations} i WHERE i.${place} = :id AND i.id = :invitationId AND ${OPEN}`,
    { id, invitationId },
  );
  return row ?? null;
}

/** Replaces the link of an open invitation; null if it is no longer open. */
export async function renewInvitation<K extends Kind>(
  tx: Database,
  { kind, id }: Place<K>,
  invitationId: string,
  { tokenHash, expiresAt, invitedBy }: NewLink & { invitedBy: string | null },
): Promise<InvitationRow<K> | null> {
  const { invitations, place } = TABLES[kind];
  const [row] = await queryIn<InvitationRow<K>>(
    tx,
    `UPDATE ${invitations} AS i SET token_hash = :tokenHash, expires_at = :expiresAt, invited_by = :invitedBy, mailed_at = NULL
     WHERE i.${place} = :id AND i.id = :invitationId AND ${OPEN} RETURNING ${COLUMNS}`,
    { id, invitationId, tokenHash, expiresAt, invitedBy },
  );
  return row ?? null;
}

/** Records that this link of an invitation was sent by mail only. */
export async function markMailed<K extends Kind>(
  { kind, id }: Place<K>,
  invitationId: string,
  tokenHash: NewLink["tokenHash"],
): Promise<void> {
  const { invitations, place } = TABLES[kind];
  await executeIn(
    db(),
    `UPDATE ${invitations} SET mailed_at = now()
     WHERE ${place} = :id AND id = :invitationId AND token_hash = :tokenHash`,
    { id, invitationId, tokenHash },
  );
}

/** Revokes an open invitation; false if it is no longer open. */
export async function revokeInvitationRow<K extends Kind>(
  tx: Database,
  { kind, id }: Place<K>,
  invitationId: string,
): Promise<boolean> {
  const { invitations, place } = TABLES[kind];
  const count = await executeIn(
    tx,
    `UPDATE ${invitations} i SET revoked_at = now() WHERE i.${place} = :id AND i.id = :invitationId AND ${OPEN}`,
    { id, invitationId },
  );
  return count === 1;
}

/** Revokes a person's open invitations to these roles. */
export async function revokeInvitationsFrom<K extends Kind>(
  tx: Database,
  { kind, id }: Place<K>,
  invitedBy: string,
  roles: readonly Role<K>[],
): Promise<void> {
  const { invitations, place } = TABLES[kind];
  await executeIn(
    tx,
    `UPDATE ${invitations} i SET revoked_at = now()
     WHERE i.${place} = :id AND i.invited_by = :invitedBy AND i.role::text = ANY(:roles) AND ${OPEN}`,
    { id, invitedBy, roles },
  );
}

/** Revokes the open invitations of owners that a person sent to places of which they are not an owner themselves. */
export async function revokeOwnerInvitations(tx: Database, invitedBy: string): Promise<void> {
  for (const { invitations, members, place } of Object.values(TABLES)) {
    await executeIn(
      tx,
      `UPDATE ${invitations} i SET revoked_at = now()
       WHERE i.invited_by = :invitedBy AND i.role = 'owner' AND ${OPEN} AND NOT EXISTS (
         SELECT 1 FROM ${members} m WHERE m.${place} = i.${place} AND m.user_id = :invitedBy AND m.role = 'owner')`,
      { invitedBy },
    );
  }
}

/** Uses up an invitation; null if it was already used, revoked or expired. */
export async function takeInvitationRow<K extends Kind>(
  tx: Database,
  kind: K,
  tokenHash: NewLink["tokenHash"],
): Promise<{ role: Role<K>; isMailed: boolean } | null> {
  const { invitations } = TABLES[kind];
  const [row] = await queryIn<{ role: Role<K>; isMailed: boolean }>(
    tx,
    `UPDATE ${invitations} AS i SET accepted_at = now()
     WHERE i.token_hash = :tokenHash AND ${OPEN} AND i.expires_at > now()
     RETURNING i.role::text AS role, i.mailed_at IS NOT NULL AS "isMailed"`,
    { tokenHash },
  );
  return row ?? null;
}
