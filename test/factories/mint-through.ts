import { newId } from "@/lib/core/crypto/ids";
import { dayOfToken, newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { type MintedOrganization, mintClient, mintOrganization } from "@/test/factories/mint";
import { storedHash } from "@/test/factories/mint-code";

const HOUR_MS = 3_600_000;

/** An extension through which a person acts in an organization. */
export type MintedThrough = { token: string; clientId: string; publisher: MintedOrganization };

/** An extension of another organization, and an online token of a person who acts through it in their own. */
export async function mintThrough(
  organizationId: string,
  { userId }: { userId: string },
  scopes: string[],
): Promise<MintedThrough> {
  const publisher = await mintOrganization();
  const { clientId } = await mintClient(publisher.organizationId, { scopes });
  const grantId = newId();
  await db().grant.create({
    data: { id: grantId, clientId, organizationId, scopes: scopes.toSorted(), approvedBy: userId },
    select: { id: true },
  });
  const token = newToken("online");
  await db().accessToken.create({
    data: {
      tokenHash: storedHash(token),
      day: dayOfToken(token),
      kind: "online",
      clientId,
      organizationId,
      grantId,
      grantEpoch: 1,
      userId,
      scopes,
      expiresAt: new Date(Date.now() + HOUR_MS),
    },
    select: { clientId: true },
  });
  return { token, clientId, publisher };
}
