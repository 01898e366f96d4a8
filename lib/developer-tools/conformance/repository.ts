import { type Database, db } from "@/lib/core/db/client";

/** Whether a code was used, and for which tokens; null for an unknown one. */
export async function findCodeUse(code: {
  codeHash: Buffer;
  day: number;
}): Promise<{ online: boolean; offline: boolean } | null> {
  const { codeHash, day } = code;
  const storedCode = await db().authorizationCode.findUnique({
    where: { codeHash_day: { codeHash: new Uint8Array(codeHash), day } },
    select: { onlineUsedAt: true, offlineUsedAt: true },
  });
  return (
    storedCode && {
      online: storedCode.onlineUsedAt !== null,
      offline: storedCode.offlineUsedAt !== null,
    }
  );
}

/** How often a client refreshed for a company. */
export function countRefreshes(of: { clientId: string; companyId: number }): Promise<number> {
  const { clientId, companyId } = of;
  return db().authorizationEvent.count({
    where: { clientId, companyId, kind: "refresh", outcome: "issued" },
  });
}

/** The extension; null if it is inactive or the company is not the organization's own sandbox. */
export async function findCandidate(of: {
  organizationId: string;
  clientId: string;
  companyId: number;
}): Promise<{ baseUrl: string | null } | null> {
  const { organizationId, clientId, companyId } = of;
  const [client, company] = await Promise.all([
    db().client.findFirst({
      where: { organizationId, clientId, isActive: true, deletedAt: null },
      select: { baseUrl: true },
    }),
    db().company.findFirst({
      where: { id: companyId, isSandbox: true, organization: { id: organizationId } },
      select: { id: true },
    }),
  ]);
  return company && client;
}

/** Stores the verdict of a client's last check. */
export async function putVerdict(tx: Database, clientId: string, verdict: string): Promise<void> {
  const last = { verdict, checkedAt: new Date() };
  await tx.conformanceVerdict.upsert({
    where: { clientId },
    create: { clientId, ...last },
    update: last,
    select: { clientId: true },
  });
}
