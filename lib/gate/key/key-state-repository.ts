import { statement } from "@/lib/kernel/db/statement";

const HOUR_MS = 3_600_000;
const NOW_MS = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
const KEY = "'checks without a gate key'";

const addFailures = statement<{ count: number }>(
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

/** How the keys of the installation's gates are. */
export type GateKeyState = {
  /** Checks in the last hour, in all processes, whose proxy sent no valid gate key. */
  failedChecks: number;
  /** Keys of which a proxy has used a secret in the last hour that ends, because a newer one replaced it. */
  endingKeys: number;
};

const readState = statement<object, GateKeyState>(
  "read-gate-key-state",
  { failedChecks: "int4", endingKeys: "int4" },
  `
  SELECT coalesce((SELECT points FROM failed_attempts WHERE key = ${KEY} AND expire > ${NOW_MS}), 0) AS "failedChecks",
    (SELECT count(DISTINCT k.id)::int FROM service_keys k JOIN service_key_secrets s ON s.key_id = k.id
      WHERE 'platform/gate' = ANY (k.scopes) AND k.revoked_at IS NULL AND s.revoked_at IS NULL
        AND s.expires_at > now() AND s.last_used_at > now() - interval '1 hour') AS "endingKeys"`,
);

/** Reads whether gate keys fail, or will. */
export async function readGateKeyState(): Promise<GateKeyState> {
  const [row] = await readState({});
  if (!row) throw new Error("A SELECT without FROM has one row");
  return row;
}
