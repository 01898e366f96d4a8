import { db } from "@/lib/core/db/client";

/** The grant of a company to an active client, while neither is suspended; otherwise null. */
export function findInstallation(clientId: string, companyId: number) {
  return db().grant.findFirst({
    where: {
      clientId,
      companyId,
      revokedAt: null,
      company: { status: "active" },
      client: {
        isActive: true,
        deletedAt: null,
        suspendedAt: null,
        organization: { status: "active" },
      },
    },
    select: {
      id: true,
      epoch: true,
      scopes: true,
      approvedBy: true,
      client: { select: { redirectUrls: true } },
    },
  });
}
