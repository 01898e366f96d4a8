import { newId } from "@/lib/kernel/crypto/ids";
import { type Database, db } from "@/lib/kernel/db/client";

/** Whether there is an account that can sign in. */
export async function hasUsers(tx: Database = db()): Promise<boolean> {
  const someone = await tx.user.findFirst({ select: { id: true } });
  return someone !== null;
}

/** Stores a link and invalidates earlier ones. */
export async function replaceSetupLink(tokenHash: Buffer, expiresAt: Date): Promise<void> {
  await db().$transaction([
    db().ownerSetupLink.deleteMany({ where: { usedAt: null } }),
    db().ownerSetupLink.create({ data: { tokenHash: new Uint8Array(tokenHash), expiresAt } }),
  ]);
}

/** Whether a link can still be used. */
export async function isLinkOpen(tokenHash: Buffer): Promise<boolean> {
  const link = await db().ownerSetupLink.findFirst({
    where: { tokenHash: new Uint8Array(tokenHash), usedAt: null, expiresAt: { gt: new Date() } },
    select: { createdAt: true },
  });
  return link !== null;
}

/** Uses up a link; false if it was already used or has expired. */
export async function consumeLink(tx: Database, tokenHash: Buffer): Promise<boolean> {
  const { count } = await tx.ownerSetupLink.updateMany({
    where: { tokenHash: new Uint8Array(tokenHash), usedAt: null, expiresAt: { gt: new Date() } },
    data: { usedAt: new Date() },
  });
  return count === 1;
}

/** Creates the first owner with their organization and its company. */
export async function insertOwner(
  tx: Database,
  owner: {
    email: string;
    passwordHash: string;
    firstName: string;
    lastName: string;
    organizationName: string;
  },
): Promise<void> {
  const { organizationName, ...user } = owner;
  const userId = newId();
  const organizationId = newId();
  await tx.user.create({ data: { id: userId, ...user } });
  const company = await tx.company.create({
    data: { name: organizationName, isSandbox: true },
    select: { id: true },
  });
  const organization = { id: organizationId, name: organizationName, companyId: company.id };
  await tx.organization.create({ data: organization });
  await tx.organizationMember.create({ data: { organizationId, userId, role: "owner" } });
  await tx.companyMember.create({ data: { companyId: company.id, userId, role: "owner" } });
}
