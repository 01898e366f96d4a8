import { newId } from "@/lib/kernel/crypto/ids";
import { type Database, db } from "@/lib/kernel/db/client";
import type { OrganizationRole } from "@/lib/kernel/permissions";

/** An invitation found by its link. */
export type LinkedInvitation = {
  organizationId: string;
  organizationName: string;
  inviterName: string | null;
  email: string;
  role: OrganizationRole;
  expiresAt: Date;
  acceptedAt: Date | null;
  revokedAt: Date | null;
  /** The account with this e-mail address; null if there is none. */
  userId: string | null;
};

/** Finds an invitation in any state by the hash of its link; null if unknown. */
export async function findLinkedInvitation(
  tokenHash: Uint8Array<ArrayBuffer>,
): Promise<LinkedInvitation | null> {
  const row = await db().invitation.findUnique({
    where: { tokenHash },
    select: {
      organizationId: true,
      email: true,
      role: true,
      expiresAt: true,
      acceptedAt: true,
      revokedAt: true,
      organization: { select: { name: true } },
      inviter: { select: { firstName: true, lastName: true } },
    },
  });
  if (!row) return null;
  const { organization, inviter, ...invitation } = row;
  const person = await db().user.findUnique({
    where: { email: row.email },
    select: { id: true },
  });
  return {
    ...invitation,
    organizationName: organization.name,
    inviterName: inviter && `${inviter.firstName} ${inviter.lastName}`,
    userId: person?.id ?? null,
  };
}

/** Uses up an invitation; null if it was already used, revoked or expired. */
export async function takeInvitation(
  tx: Database,
  tokenHash: Uint8Array<ArrayBuffer>,
): Promise<{ organizationId: string; role: OrganizationRole; mailedAt: Date | null } | null> {
  const now = new Date();
  const [row] = await tx.invitation.updateManyAndReturn({
    where: { tokenHash, acceptedAt: null, revokedAt: null, expiresAt: { gt: now } },
    data: { acceptedAt: now },
    select: { organizationId: true, role: true, mailedAt: true },
  });
  return row ?? null;
}

/** Creates a person; null if the e-mail address was taken meanwhile. */
export async function insertPerson(
  tx: Database,
  person: { email: string; passwordHash: string; firstName: string; lastName: string },
): Promise<string | null> {
  const id = newId();
  const { count } = await tx.user.createMany({ data: { id, ...person }, skipDuplicates: true });
  return count === 1 ? id : null;
}
