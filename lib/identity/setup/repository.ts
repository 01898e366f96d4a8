import { newId } from "@/lib/core/crypto/ids";
import { type Database, db } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import type { NewLink } from "@/lib/identity/sessions/link";

/** Whether there is an account with a password, or an operator. People of the platform's directory do not count. */
export async function hasAccounts(tx: Database = db()): Promise<boolean> {
  const someone = await tx.user.findFirst({
    where: { OR: [{ passwordHash: { not: null } }, { operatorRole: { not: null } }] },
    select: { id: true },
  });
  return someone !== null;
}

/** Stores a link and invalidates earlier ones. */
export async function replaceSetupLink(link: NewLink): Promise<void> {
  await db().$transaction([
    db().ownerSetupLink.deleteMany({ where: { usedAt: null } }),
    db().ownerSetupLink.create({ data: link }),
  ]);
}

export async function isLinkOpen(tokenHash: NewLink["tokenHash"]): Promise<boolean> {
  const link = await db().ownerSetupLink.findFirst({
    where: { tokenHash, usedAt: null, expiresAt: { gt: new Date() } },
    select: { createdAt: true },
  });
  return link !== null;
}

/** Uses up a link; false if it was already used or has expired. */
export async function consumeLink(tx: Database, tokenHash: NewLink["tokenHash"]): Promise<boolean> {
  const { count } = await tx.ownerSetupLink.updateMany({
    where: { tokenHash, usedAt: null, expiresAt: { gt: new Date() } },
    data: { usedAt: new Date() },
  });
  return count === 1;
}

const lockSetup = sql(
  "lock-setup",
  {},
  "SELECT pg_advisory_xact_lock(hashtextextended('setup', 0))::text",
);

/** Makes other requests that create the first operator wait until the transaction ends. */
export async function waitForSetup(tx: Database): Promise<void> {
  await lockSetup({}, tx);
}

/** Creates an operator and returns their id. */
export async function insertOperator(
  tx: Database,
  person: { email: string; passwordHash: string; firstName: string; lastName: string },
): Promise<string> {
  const id = newId();
  const operator = { operatorRole: "operator", operatorSource: "local" } as const;
  await tx.user.create({ data: { id, ...person, ...operator }, select: { id: true } });
  return id;
}

/** Creates an organization with its sandbox company, both owned by a person. */
export async function insertOwnOrganization(
  tx: Database,
  userId: string,
  organizationName: string,
): Promise<void> {
  const organizationId = newId();
  const company = await tx.company.create({
    data: { name: organizationName, isSandbox: true },
    select: { id: true },
  });
  const organization = { id: organizationId, name: organizationName, companyId: company.id };
  await tx.organization.create({ data: organization });
  await tx.organizationMember.create({ data: { organizationId, userId, role: "owner" } });
  await tx.companyMember.create({ data: { companyId: company.id, userId, role: "owner" } });
}
