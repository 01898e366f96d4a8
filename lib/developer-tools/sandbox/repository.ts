import { db } from "@/lib/core/db/client";
import { sortByName } from "@/lib/core/values/name-order-values";

/** A client of an organization in a company. */
export type Installation = { organizationId: string; clientId: string; companyId: number };

/** Whether the client belongs to the organization and the company is a sandbox. */
export async function findSandbox(of: Installation): Promise<boolean> {
  const { organizationId, clientId, companyId } = of;
  const [client, company] = await Promise.all([
    db().client.findFirst({
      where: { organizationId, clientId, deletedAt: null },
      select: { clientId: true },
    }),
    db().company.findFirst({ where: { id: companyId, isSandbox: true }, select: { id: true } }),
  ]);
  return client !== null && company !== null;
}

/** Expires live access tokens now. */
export async function expireAccessTokens({ clientId, companyId }: Installation): Promise<number> {
  const now = new Date();
  const { count } = await db().accessToken.updateMany({
    where: { clientId, companyId, revokedAt: null, expiresAt: { gt: now } },
    data: { expiresAt: now },
  });
  return count;
}

/** Expires live refresh tokens now. */
export async function expireRefreshTokens({ clientId, companyId }: Installation): Promise<number> {
  const now = new Date();
  const { count } = await db().refreshToken.updateMany({
    where: { clientId, companyId, revokedAt: null, expiresAt: { gt: now } },
    data: { expiresAt: now },
  });
  return count;
}

/** Hash of the most recently issued code that was used, or null. */
export async function findLastCode({ clientId, companyId }: Installation): Promise<Buffer | null> {
  const code = await db().authorizationCode.findFirst({
    where: {
      clientId,
      companyId,
      OR: [{ onlineUsedAt: { not: null } }, { offlineUsedAt: { not: null } }],
    },
    select: { codeHash: true },
    orderBy: { createdAt: "desc" },
  });
  return code && Buffer.from(code.codeHash);
}

/** Rejects pending consent requests, as a seller would. */
export async function denyRequests({ clientId, companyId }: Installation): Promise<number> {
  const now = new Date();
  const { count } = await db().authorizationRequest.updateMany({
    where: { clientId, companyId, decision: null, expiresAt: { gt: now } },
    data: { decision: "denied", decidedAt: now },
  });
  return count;
}

/** Sandbox companies that belong to the organization or have the person as a member, by name. */
export async function findSandboxCompanies(of: { organizationId: string; userId: string }) {
  const { organizationId, userId } = of;
  const rows = await db().company.findMany({
    where: {
      isSandbox: true,
      OR: [{ organization: { id: organizationId } }, { members: { some: { userId } } }],
    },
    select: {
      id: true,
      name: true,
      organization: { select: { id: true } },
      members: { where: { userId }, select: { role: true } },
    },
    orderBy: { id: "asc" },
  });
  return sortByName(rows);
}
