import { sha256 } from "@/lib/core/crypto/hash";
import { dayOfToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";

/** The facts about a client that a run needs. */
export type PlaygroundClient = { redirectUrls: string[]; requiresPkce: boolean };

/** An organization's client, if the company is a sandbox; otherwise null. */
export async function findPlaygroundClient(of: {
  organizationId: string;
  clientId: string;
  companyId: number;
}): Promise<PlaygroundClient | null> {
  const { organizationId, clientId, companyId } = of;
  const [client, company] = await Promise.all([
    db().client.findFirst({
      where: { organizationId, clientId, deletedAt: null },
      select: { redirectUrls: true, requirePkce: true },
    }),
    db().company.findFirst({ where: { id: companyId, isSandbox: true }, select: { id: true } }),
  ]);
  if (!client || !company) return null;
  return { redirectUrls: client.redirectUrls, requiresPkce: client.requirePkce };
}

/** A code that a person's browser brought, and where it was sent. */
export type ReceivedCode = {
  organizationId: string;
  clientId: string;
  companyId: number;
  redirectUri: string;
};

/** The client and sandbox company of a code that was issued to this person and not used yet; otherwise null. */
export async function findReceivedCode(code: string, userId: string): Promise<ReceivedCode | null> {
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
  const [client, company] = await Promise.all([
    db().client.findFirst({
      where: { clientId, deletedAt: null },
      select: { organizationId: true },
    }),
    db().company.findFirst({ where: { id: companyId, isSandbox: true }, select: { id: true } }),
  ]);
  return client && company
    ? { organizationId: client.organizationId, clientId, companyId, redirectUri }
    : null;
}
