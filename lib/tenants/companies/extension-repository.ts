import { db } from "@/lib/core/db/client";
import { SUPPORT_COLUMNS } from "@/lib/core/support-contact-values";

/** A company's grant to a client, current or revoked, with its history; null if there never was one. */
export function findGrantWithHistory(companyId: number, clientId: string) {
  return db().grant.findUnique({
    where: { clientId_companyId: { clientId, companyId } },
    select: {
      scopes: true,
      createdAt: true,
      modifiedAt: true,
      revokedAt: true,
      approver: { select: { firstName: true, lastName: true } },
      company: { select: { status: true } },
      client: {
        select: {
          clientId: true,
          name: true,
          description: true,
          baseUrl: true,
          logoId: true,
          ...SUPPORT_COLUMNS,
          isActive: true,
          suspendedAt: true,
          suspensionReason: true,
          deletedAt: true,
          organization: { select: { name: true, verified: true, status: true } },
        },
      },
      events: {
        select: {
          id: true,
          change: true,
          scopesBefore: true,
          scopesAfter: true,
          clientVersion: true,
          createdAt: true,
          user: { select: { firstName: true, lastName: true } },
        },
        orderBy: { id: "desc" },
        take: 50,
      },
    },
  });
}

/** The last call that notified a client of its removal by the company, or null. */
export function findLastUninstall(companyId: number, clientId: string) {
  return db().delivery.findFirst({
    where: { companyId, clientId, kind: "uninstall" },
    select: {
      attempts: true,
      createdAt: true,
      nextAttemptAt: true,
      deliveredAt: true,
      lastStatus: true,
      lastError: true,
    },
    orderBy: { createdAt: "desc" },
  });
}
