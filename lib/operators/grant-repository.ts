import type { Database } from "@/lib/kernel/db/client";

/** A person who may become an operator. */
export type OperatorCandidate = {
  id: string;
  operatorRole: "operator" | "support" | null;
  hasPassword: boolean;
};

/** The people with this e-mail address in lower case who can sign in. */
export async function findCandidates(tx: Database, email: string): Promise<OperatorCandidate[]> {
  const rows = await tx.user.findMany({
    where: { email, deactivatedAt: null },
    select: { id: true, operatorRole: true, passwordHash: true },
    orderBy: { id: "asc" },
  });
  return rows.map(({ passwordHash, ...row }) => ({ ...row, hasPassword: passwordHash !== null }));
}

/** Makes a person an operator, whatever the provider's claims say later. */
export async function setOperator(tx: Database, userId: string): Promise<void> {
  await tx.user.update({
    where: { id: userId },
    data: { operatorRole: "operator", operatorSource: "local" },
    select: { id: true },
  });
}
