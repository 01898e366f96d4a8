import type { Client } from "pg";
import { type Database, db } from "@/lib/core/db/client";

const OWN_PID = "SELECT pg_backend_pid() AS pid";

/** Returns as soon as another connection waits for a lock that `holder` has. */
export async function untilBlockedBy(holder: Client): Promise<void> {
  const { rows } = await holder.query<{ pid: number }>(OWN_PID);
  await untilOneWaitsFor(rows[0]?.pid);
}

/** Like {@link untilBlockedBy}, for a lock that a transaction of ours has. */
export async function untilBlockedByTransaction(tx: Database): Promise<void> {
  const rows = await tx.$queryRawUnsafe<{ pid: number }[]>(OWN_PID);
  await untilOneWaitsFor(rows[0]?.pid);
}

async function untilOneWaitsFor(pid: number | undefined): Promise<void> {
  const waiting = `SELECT 1 FROM pg_stat_activity
    WHERE pg_backend_pid() <> pid AND (SELECT $1::int) = ANY (pg_blocking_pids(pid))`;
  let found = 0;
  while (found === 0) {
    found = (await db().$queryRawUnsafe<unknown[]>(waiting, pid)).length;
  }
}
