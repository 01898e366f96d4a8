import { db } from "@/lib/db/client";

/** A grant with its whole history, oldest first. */
export function findReceipt(companyId: number, clientId: string) {
  return db().grant.findUnique({
    where: { clientId_companyId: { clientId, companyId } },
    select: {
      id: true,
      company: { select: { id: true, name: true } },
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
          user: { select: { id: true, firstName: true, lastName: true, email: true } },
        },
        orderBy: { id: "asc" },
      },
    },
  });
}
