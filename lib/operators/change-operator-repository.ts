import type { Database } from "@/lib/kernel/db/client";
import type { OperatorRole } from "@/lib/kernel/platform-permissions";

/** A person who may become an operator. */
export type OperatorCandidate = {
  id: string;
  operatorRole: OperatorRole | null;
  hasPassword: boolean;
};

/** The people with this email address in lower case who can sign in. */
export async function findCandidates(tx: Database, email: string): Promise<OperatorCandidate[]> {
  const rows = await tx.user.findMany({
    where: { email, deactivatedAt: null },
    select: { id: true, operatorRole: true, passwordHash: true },
    orderBy: { id: "asc" },
  });
  return rows.map(({ passwordHash, ...row }) => ({ ...row, hasPassword: passwordHash !== null }));
}

/** Sets or ends a person's role in the platform's staff, whatever the provider's claims say later. */
export async function setOperatorRole(
  tx: Database,
  userId: string,
  role: OperatorRole | null,
): Promise<void> {
  await tx.user.update({
    where: { id: userId },
    data: { operatorRole: role, operatorSource: role && "local" },
    select: { id: true },
  });
}
