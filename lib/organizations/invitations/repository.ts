import { newId } from "@/lib/kernel/crypto/ids";
import { type Database, db } from "@/lib/kernel/db/client";
import type { Prisma } from "@/lib/kernel/db/generated/client";
import type { OrganizationRole } from "@/lib/kernel/permissions";

const COLUMNS = {
  id: true,
  email: true,
  role: true,
  createdAt: true,
  expiresAt: true,
  inviter: { select: { firstName: true, lastName: true } },
} as const satisfies Prisma.InvitationSelect;

/** An invitation as stored. */
export type InvitationRow = Prisma.InvitationGetPayload<{ select: typeof COLUMNS }>;

const OPEN = { acceptedAt: null, revokedAt: null } as const;

/** The hash of a new link and its expiry. */
export type NewLink = { tokenHash: Uint8Array<ArrayBuffer>; expiresAt: Date };

/** A page of an organization's open invitations, including expired ones, with their number. */
export async function listInvitationRows(
  organizationId: string,
  query: { page_no: number; page_size: number },
): Promise<{ total: number; invitations: InvitationRow[] }> {
  const where = { organizationId, ...OPEN };
  const [total, invitations] = await Promise.all([
    db().invitation.count({ where }),
    db().invitation.findMany({
      where,
      select: COLUMNS,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: query.page_size,
      skip: (query.page_no - 1) * query.page_size,
    }),
  ]);
  return { total, invitations };
}

/** The number of an organization's open invitations. */
export function countOpenInvitations(tx: Database, organizationId: string): Promise<number> {
  return tx.invitation.count({ where: { organizationId, ...OPEN } });
}

/** Whether a person with this e-mail address is a member. */
export async function isMember(
  tx: Database,
  organizationId: string,
  email: string,
): Promise<boolean> {
  const member = await tx.organizationMember.findFirst({
    where: { organizationId, user: { email } },
    select: { userId: true },
  });
  return member !== null;
}

/** Stores an invitation, replacing an expired one; null if the address has a valid one. */
export async function insertInvitation(
  tx: Database,
  invitation: {
    organizationId: string;
    email: string;
    role: OrganizationRole;
    invitedBy: string | null;
  } & NewLink,
): Promise<InvitationRow | null> {
  const { organizationId, email } = invitation;
  const now = new Date();
  await tx.invitation.updateMany({
    where: { organizationId, email, ...OPEN, expiresAt: { lte: now } },
    data: { revokedAt: now },
  });
  const [row] = await tx.invitation.createManyAndReturn({
    data: { id: newId(), ...invitation },
    select: COLUMNS,
    skipDuplicates: true,
  });
  return row ?? null;
}

/** An open invitation of an organization, or null. */
export function findOpenInvitation(
  tx: Database,
  organizationId: string,
  id: string,
): Promise<InvitationRow | null> {
  return tx.invitation.findFirst({ where: { id, organizationId, ...OPEN }, select: COLUMNS });
}

/** Replaces the link of an open invitation; null if it is no longer open. */
export async function renewInvitation(
  tx: Database,
  organizationId: string,
  id: string,
  link: NewLink & { invitedBy: string | null },
): Promise<InvitationRow | null> {
  const [row] = await tx.invitation.updateManyAndReturn({
    where: { id, organizationId, ...OPEN },
    data: { ...link, mailedAt: null },
    select: COLUMNS,
  });
  return row ?? null;
}

/** Records that this link of an invitation was sent by mail only. */
export async function markMailed(id: string, tokenHash: Uint8Array<ArrayBuffer>): Promise<void> {
  await db().invitation.updateMany({ where: { id, tokenHash }, data: { mailedAt: new Date() } });
}

/** Revokes an open invitation; false if it is no longer open. */
export async function revokeInvitationRow(
  tx: Database,
  organizationId: string,
  id: string,
): Promise<boolean> {
  const { count } = await tx.invitation.updateMany({
    where: { id, organizationId, ...OPEN },
    data: { revokedAt: new Date() },
  });
  return count === 1;
}

/** Revokes a person's open invitations to these roles. */
export async function revokeInvitationsFrom(
  tx: Database,
  organizationId: string,
  invitedBy: string,
  roles: readonly OrganizationRole[],
): Promise<void> {
  await tx.invitation.updateMany({
    where: { organizationId, invitedBy, role: { in: [...roles] }, ...OPEN },
    data: { revokedAt: new Date() },
  });
}
