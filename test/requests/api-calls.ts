import { db } from "@/lib/core/db/client";
import { pool } from "@/lib/core/db/pool";

/** The callers in the API log of a client, oldest first. The server stores a call shortly after its response. */
export async function callersOf(clientId: string) {
  const calls = await storedCalls(clientId);
  const ids = calls.flatMap(({ userId }) => userId ?? []);
  const users = await db().user.findMany({
    where: { id: { in: ids } },
    select: { id: true, firstName: true, lastName: true },
  });
  return calls.map(({ callerKind, systemUserId, userId }) => {
    const user = users.find(({ id }) => id === userId);
    return { callerKind, systemUserId, user: user ? `${user.firstName} ${user.lastName}` : null };
  });
}

/** The API log of a client, oldest first. */
export function storedCalls(clientId: string) {
  return db().call.findMany({ where: { clientId }, orderBy: { createdAt: "asc" } });
}

/** The totals of a client's calls, one row for each day, company, path, scope and so on. */
export async function totalsOf(clientId: string) {
  const { rows } = await pool().query<{
    day: string;
    path: string | null;
    scope: string | null;
    denied: boolean;
    calls: number;
    errors: number;
    first_at: Date;
    last_at: Date;
  }>(
    `SELECT day::text, path, scope, denied, calls, errors, first_at, last_at FROM call_totals
     WHERE client_id = $1 ORDER BY day, company_id, path, scope, denied`,
    [clientId],
  );
  return rows;
}
