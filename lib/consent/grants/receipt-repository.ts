import { db } from "@/lib/core/db/client";
import type { Subject } from "@/lib/core/subject";

const NAMED = { select: { id: true, name: true } } as const;

/** What a company or organization granted a client, with its whole history, oldest first. */
export function findReceipt({ companyId, organizationId }: Subject, clientId: string) {
  return db().grant.findFirst({
    where: { clientId, companyId, organizationId },
    select: {
      id: true,
      company: NAMED,
      organization: NAMED,
      client: { select: { name: true, organization: { select: { name: true } } } },
      events: {
        select: {
          change: true,
          scopesBefore: true,
          scopesAfter: true,
          userId: true,
          clientVersion: true,
          createdAt: true,
          previousHash: true,
          hash: true,
        },
        orderBy: { id: "asc" },
      },
    },
  });
}
