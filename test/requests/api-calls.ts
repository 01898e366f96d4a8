import { db } from "@/lib/kernel/db/client";

/** The callers in the API log of a client, oldest first. The server stores a call shortly after its response. */
export async function callersOf(clientId: string) {
  const calls = await db().call.findMany({
    where: { clientId },
    select: { callerKind: true, systemUserId: true, userId: true },
    orderBy: { createdAt: "asc" },
  });
  const ids = calls.flatMap(({ userId }) => userId ?? []);
  const users = await db().user.findMany({
    where: { id: { in: ids } },
    select: { id: true, firstName: true, lastName: true },
  });
  return calls.map(({ userId, ...call }) => {
    const user = users.find(({ id }) => id === userId);
    return { ...call, user: user ? `${user.firstName} ${user.lastName}` : null };
  });
}
