import { type Database, db } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import type { OperatorRole } from "@/lib/core/permissions/platform-permissions";

/** The memberships of a person; null for a person who does not exist or was erased. */
export function findMemberships(userId: string) {
  return db().user.findFirst({
    where: { id: userId, erasedAt: null },
    select: {
      companyMembers: {
        select: { role: true, source: true, company: { select: { id: true, name: true } } },
        orderBy: { companyId: "asc" },
      },
      organizationMembers: {
        select: { role: true, source: true, organization: { select: { id: true, name: true } } },
        orderBy: { organizationId: "asc" },
      },
    },
  });
}

/** A person who may become an operator. */
export type OperatorCandidate = Awaited<ReturnType<typeof findCandidates>>[number];

/** The people with this email address in lower case, or this id, who can sign in. */
export async function findCandidates(tx: Database, who: { email: string } | { id: string }) {
  const rows = await tx.user.findMany({
    where: { ...who, deactivatedAt: null },
    select: {
      id: true,
      externalId: true,
      firstName: true,
      lastName: true,
      createdAt: true,
      operatorRole: true,
      passwordHash: true,
      emailVerifiedAt: true,
      sessions: {
        where: { secondFactorPending: false },
        select: { createdAt: true },
        orderBy: { createdAt: "desc" },
        take: 1,
      },
    },
    orderBy: { id: "asc" },
  });
  return rows.map(({ passwordHash, emailVerifiedAt, sessions, ...row }) => ({
    ...row,
    hasPassword: passwordHash !== null,
    isEmailVerified: emailVerifiedAt !== null,
    lastSignedInAt: sessions[0]?.createdAt ?? null,
  }));
}

export type OperatorSource = "local" | "claims";

const lockPerson = sql<{ userId: string }>(
  "lock-person-for-role",
  {},
  "SELECT 1 FROM users WHERE id = :userId FOR NO KEY UPDATE",
);

/** Sets or ends a person's role in the platform's staff. @returns the role that they had */
export async function replaceOperatorRole(
  tx: Database,
  userId: string,
  role: OperatorRole | null,
  source: OperatorSource,
): Promise<OperatorRole | null> {
  await lockPerson({ userId }, tx);
  const where = { id: userId };
  const before = await tx.user.findUniqueOrThrow({ where, select: { operatorRole: true } });
  if (before.operatorRole !== role) {
    const data = { operatorRole: role, operatorSource: role && source };
    await tx.user.update({ where, data, select: { id: true } });
  }
  return before.operatorRole;
}
