import type { Call } from "@/lib/calls/record-call";
import { statement } from "@/lib/kernel/db/statement";

// A call that is sent again after a lost connection conflicts with itself and is counted once. Totals are changed in
// the order of their key, so that two processes never wait for each other.
const storeCalls = statement<{ calls: string }>(
  "store-calls",
  {},
  `
WITH sent AS (
  SELECT * FROM json_to_recordset(:calls::json) AS c (
    "requestId" text, "startedAt" timestamptz, "clientId" text, "companyId" bigint, "organizationId" text,
    "callerKind" caller_kind, "systemUserId" text, "userId" text, scope text, method text, path text,
    status int, milliseconds float8, "gateKeyId" text, denial text)
),
stored AS (
  INSERT INTO calls (created_at, request_id, client_id, company_id, organization_id, caller_kind, system_user_id,
    user_id, scope, method, path, status, milliseconds, gate_key_id, denial)
  SELECT "startedAt", "requestId", "clientId", "companyId", "organizationId", "callerKind", "systemUserId",
    "userId", scope, method, path, status, round(milliseconds)::int, "gateKeyId", denial
  FROM sent
  ON CONFLICT DO NOTHING
  RETURNING (created_at AT TIME ZONE 'UTC')::date AS day, created_at, client_id, company_id, organization_id, method,
    path, scope, denial IS NOT NULL AS denied, status
)
INSERT INTO call_totals AS t (day, client_id, company_id, organization_id, method, path, scope, denied, calls, errors,
  first_at, last_at)
SELECT day, client_id, company_id, organization_id, method, path, scope, denied, count(*)::int,
  (count(*) FILTER (WHERE status >= 400))::int, min(created_at), max(created_at)
FROM stored
GROUP BY day, client_id, company_id, organization_id, method, path, scope, denied
ORDER BY day, client_id, company_id, organization_id, method, path, scope, denied
ON CONFLICT (day, client_id, company_id, organization_id, method, path, scope, denied) DO UPDATE SET
  calls = t.calls + excluded.calls, errors = t.errors + excluded.errors,
  first_at = least(t.first_at, excluded.first_at), last_at = greatest(t.last_at, excluded.last_at)`,
);

/** Stores calls and adds them to the daily totals, in one statement. Calls that are stored already change nothing. */
export async function insertCalls(calls: readonly Call[]): Promise<void> {
  await storeCalls({ calls: JSON.stringify(calls) });
}

const createPartition = statement<{ day: string }, { created: boolean | null }>(
  "create-calls-partition",
  { created: "bool" },
  "SELECT create_calls_partition(:day::date) AS created",
);

/**
 * Creates the partition of a day unless it exists.
 * @param day in UTC, such as 2026-11-22
 * @returns whether it was missing; null for a day more than 30 days ahead or 4000 days ago
 */
export async function insertPartition(day: string): Promise<boolean | null> {
  const [row] = await createPartition({ day });
  return row?.created ?? null;
}
