import { sha256 } from "@/lib/core/crypto/hash";
import { isTokenOfKind } from "@/lib/core/crypto/tokens";
import { logFailure } from "@/lib/core/db/database-health";
import { sql } from "@/lib/core/db/sql";
import { ServiceError } from "@/lib/core/errors";
import type { RequestHeaders } from "@/lib/core/http/api-request";
import { processState } from "@/lib/core/process/process-state";
import { type GateKey, recordKeyUse } from "@/lib/gate/repository";

/** The hash of the key that a gate sent; null if it is not well-formed. */
export function readGateKey(headers: RequestHeaders): Buffer | null {
  const key = headers.get("x-gate-key");
  return key !== null && isTokenOfKind(key, "secret") ? sha256(key) : null;
}

/** The error for a missing, wrong or revoked key. It does not say which. */
export function noGateKey(): ServiceError {
  return new ServiceError(
    "unauthenticated",
    "The gate is not authenticated. Its proxy must send X-Gate-Key with the secret of a service key with platform/gate.",
    { headers: { "www-authenticate": 'Bearer realm="latchkey"' } },
  );
}

/** Notes the use of a key while the call is answered. */
export function noteKeyUse({ isUseStale, secretId }: GateKey): void {
  if (!isUseStale) return;
  recordKeyUse({ secretId }).catch((thrown: unknown) => {
    logFailure(thrown, "use of a gate key not recorded");
  });
}

const counter = () => processState("failed-key-checks", () => ({ waiting: 0, isWriting: false }));

/** What proxies send. The proxies of examples/gateway remove these from what strangers send. */
const PROXY_HEADERS = ["x-gate-key", "x-original-uri", "x-forwarded-uri"];

/**
 * Counts a proxy's check without a valid gate key, for operators. A flood of them uses one connection at a time.
 * Requests of strangers do not count.
 */
export function recordKeyFailure(headers: RequestHeaders): void {
  if (!PROXY_HEADERS.some((name) => headers.get(name))) return;
  const state = counter();
  state.waiting += 1;
  if (state.isWriting) return;
  state.isWriting = true;
  write(state)
    .catch((thrown: unknown) => logFailure(thrown, "checks without a gate key not counted"))
    .finally(() => {
      state.isWriting = false;
    });
}

async function write(state: { waiting: number }): Promise<void> {
  while (state.waiting > 0) {
    const count = state.waiting;
    state.waiting = 0;
    await addFailedKeyChecks({ count });
  }
}

const HOUR_MS = 3_600_000;
const NOW_MS = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
const KEY = "'checks without a gate key'";

/** Adds checks that failed for want of a valid gate key. They count for at most an hour. */
export const addFailedKeyChecks = sql<{ count: number }>(
  "count-checks-without-gate-key",
  {},
  `
  INSERT INTO failed_attempts AS f (key, points, expire) VALUES (${KEY}, :count::int, ${NOW_MS} + ${HOUR_MS})
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN f.expire > ${NOW_MS} THEN f.points + excluded.points ELSE excluded.points END,
    expire = CASE WHEN f.expire > ${NOW_MS} THEN f.expire ELSE excluded.expire END`,
);

const countFailures = sql<object, { points: number }>(
  "read-checks-without-gate-key",
  { points: "int4" },
  `SELECT points FROM failed_attempts WHERE key = ${KEY} AND expire > ${NOW_MS}`,
);

/** Checks in the last hour, in all processes, whose proxy sent no valid gate key. The caller authorizes. */
export async function failedKeyChecks(): Promise<number> {
  const [row] = await countFailures({});
  return row?.points ?? 0;
}
