import { db } from "@/lib/core/db/client";

/** The live secret that a client used last, or else its newest one. Those imported as hashes cannot sign. */
export function findLastUsedSecret({
  organizationId,
  clientId,
}: {
  organizationId: string;
  clientId: string;
}) {
  return db().clientSecret.findFirst({
    where: {
      clientId,
      client: { organizationId },
      revokedAt: null,
      encrypted: { not: null },
      OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
    },
    orderBy: [
      { lastUsedAt: { sort: "desc", nulls: "last" } },
      { lastTriedAt: { sort: "desc", nulls: "last" } },
      { createdAt: "desc" },
      { id: "desc" },
    ],
    select: { encryptionKeyId: true, encrypted: true },
  });
}
