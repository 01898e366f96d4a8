import { sql } from "@/lib/core/db/sql";

const HOUR_MS = 3_600_000;
const NOW_MS = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
const KEY = "'checks without a gate key'";

const addFailures = sql<{ count: number }>(
  "count-checks-without-gate-key",
  {},
  `
  INSERT INTO failed_attempts AS f (key, points, expire) VALUES (${KEY}, :count::int, ${NOW_MS} + ${HOUR_MS})
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN f.expire > ${NOW_MS} THEN f.points + excluded.points ELSE excluded.points END,
    expire = CASE WHEN f.expire > ${NOW_MS} THEN f.expire ELSE excluded.expire END`,
);

/** Adds checks that failed for want of a valid gate key. They count for at most an hour. */
export async function addFailedKeyChecks(count: number): Promise<void> {
  await addFailures({ count });
}

const countFailures = sql<object, { points: number }>(
  "read-checks-without-gate-key",
  { points: "int4" },
  `SELECT points FROM failed_attempts WHERE key = ${KEY} AND expire > ${NOW_MS}`,
);

/** Checks in the last hour, in all processes, whose proxy sent no valid gate key. */
export async function countFailedKeyChecks(): Promise<number> {
  const [row] = await countFailures({});
  return row?.points ?? 0;
}
