import type { Client } from "pg";
import { db } from "@/lib/kernel/db/client";

/** Returns as soon as another connection waits for a lock that `holder` has. */
export async function untilBlockedBy(holder: Client): Promise<void> {
  const waiting = `SELECT 1 FROM pg_stat_activity
    WHERE pg_backend_pid() <> pid AND (SELECT $1::int) = ANY (pg_blocking_pids(pid))`;
  const { rows } = await holder.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  let found = 0;
  while (found === 0) {
    found = (await db().$queryRawUnsafe<unknown[]>(waiting, rows[0]?.pid)).length;
  }
}
