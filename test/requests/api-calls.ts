import { db } from "@/lib/kernel/db/client";

/** The API log of a client's calls, oldest first. */
export function apiCallsOf(clientId: string) {
  return db().apiCall.findMany({
    where: { clientId },
    select: {
      callerKind: true,
      systemUserId: true,
      user: { select: { firstName: true, lastName: true } },
    },
    orderBy: { id: "asc" },
  });
}
