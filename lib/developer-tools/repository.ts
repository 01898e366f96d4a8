import { sha256 } from "@/lib/core/crypto/hash";
import { dayOfToken } from "@/lib/core/crypto/tokens";
import { type Database, db } from "@/lib/core/db/client";
import { sortByName } from "@/lib/core/values/name-order-values";

/** A client of an organization in a company. */
export type Installation = { organizationId: string; clientId: string; companyId: number };

/**
 * A client of the organization, if the company is a sandbox; otherwise null.
 * @param isOwn whether the sandbox must be the organization's own, and the client active
 */
export async function findSandboxClient(
  { organizationId, clientId, companyId }: Installation,
  isOwn = false,
): Promise<{ baseUrl: string | null; redirectUrls: string[]; requirePkce: boolean } | null> {
  const [client, company] = await Promise.all([
    db().client.findFirst({
      where: { organizationId, clientId, deletedAt: null, ...(isOwn && { isActive: true }) },
      select: { baseUrl: true, redirectUrls: true, requirePkce: true },
    }),
    db().company.findFirst({
      where: {
        id: companyId,
        isSandbox: true,
        ...(isOwn && { organization: { id: organizationId } }),
      },
      select: { id: true },
    }),
  ]);
  return company && client;
}

/** The client and sandbox company of a code that was issued to this person and not used yet; otherwise null. */
export async function findReceivedCode(
  code: string,
  userId: string,
): Promise<(Installation & { redirectUri: string }) | null> {
  const issued = await db().authorizationCode.findFirst({
    where: {
      day: dayOfToken(code),
      codeHash: new Uint8Array(sha256(code)),
      userId,
      onlineUsedAt: null,
      offlineUsedAt: null,
      revokedAt: null,
    },
    select: { clientId: true, companyId: true, redirectUri: true },
  });
  if (!issued?.companyId) return null;
  const { clientId, companyId, redirectUri } = issued;
  const client = await db().client.findFirst({
    where: { clientId },
    select: { organizationId: true },
  });
  if (!client) return null;
  const installation = { ...client, clientId, companyId };
  const isTrial = (await findSandboxClient(installation)) !== null;
  return isTrial ? { ...installation, redirectUri } : null;
}

/** Whether a code was used, and for which tokens; for none if it is unknown. */
export async function findCodeUse(code: string): Promise<{ online: boolean; offline: boolean }> {
  const codeHash = new Uint8Array(sha256(code));
  const storedCode = await db().authorizationCode.findUnique({
    where: { codeHash_day: { codeHash, day: dayOfToken(code) } },
    select: { onlineUsedAt: true, offlineUsedAt: true },
  });
  const { onlineUsedAt = null, offlineUsedAt = null } = storedCode ?? {};
  return { online: onlineUsedAt !== null, offline: offlineUsedAt !== null };
}

/** How often a client refreshed for a company. */
export function countRefreshes({ clientId, companyId }: Installation): Promise<number> {
  return db().authorizationEvent.count({
    where: { clientId, companyId, kind: "refresh", outcome: "issued" },
  });
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
