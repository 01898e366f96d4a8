import { inLastDays } from "@/lib/calls/totals-sql";
import { db } from "@/lib/kernel/db/client";
import { statement } from "@/lib/kernel/db/statement";

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
      client: {
        select: {
          clientId: true,
          name: true,
          description: true,
          baseUrl: true,
          logoId: true,
          policyUri: true,
          tosUri: true,
          supportEmail: true,
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

/** How often a scope was used, and when last. */
export type ScopeUse = { scope: string; calls: number; lastUsedAt: Date };

/** Calls of a client for a company over the last 30 days, by scope. */
export const countCallsByScope = statement<{ companyId: number; clientId: string }, ScopeUse>(
  "count-calls-by-scope",
  { scope: "text", calls: "int4", lastUsedAt: "timestamptz" },
  `
  SELECT scope, sum(calls)::int AS calls, max(last_at) AS "lastUsedAt"
  FROM call_totals
  WHERE company_id = :companyId AND client_id = :clientId AND scope IS NOT NULL AND ${inLastDays("30")}
  GROUP BY scope`,
);

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
