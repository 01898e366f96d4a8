import { isReal } from "@/lib/core/db/sandbox-sql";
import { sql } from "@/lib/core/db/sql";
import type { CallOutcome } from "@/lib/gate/calls/merge-outcomes";
import { type Call, timestampOfId } from "@/lib/gate/calls/record-call";

const DAY_MS = 86_400_000;

// A call that is sent again after a lost connection conflicts with itself and is counted once. Totals are changed in
// the order of their key, so that two processes never wait for each other. Hours name no company, so trials are not in them.
const storeCalls = sql<{ calls: string }>(
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
    path, scope, denial, denial IS NOT NULL AS denied, status
),
hours AS (
  INSERT INTO call_hours AS t (hour, client_id, denial, calls)
  SELECT date_trunc('hour', created_at, 'UTC'), client_id, coalesce(denial, ''), count(*)::int
  FROM stored WHERE ${isReal("stored.company_id")} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (hour, client_id, denial) DO UPDATE SET calls = t.calls + excluded.calls
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

/** Stores calls and adds them to the hourly and daily totals, in one statement. Calls that are stored already change nothing. */
export async function insertCalls(calls: readonly Call[]): Promise<void> {
  await storeCalls({ calls: JSON.stringify(calls) });
}

// Errors are corrected by an insert that conflicts, because it locks totals in the order of their key: its `calls` are
// those whose status has become an error or ceased to be one, and its `errors` are the former.
//
// It is planned for the one partition between `from` and `to`. PostgreSQL 18.4 crashes when a plan that prunes while it
// runs has waited for a row that another transaction changed.
const mergeCalls = sql<
  { gateKeyId: string; outcomes: string; from: Date; to: Date },
  { requestId: string }
>(
  "merge-calls",
  { requestId: "text" },
  `
WITH sent AS (
  SELECT * FROM json_to_recordset(:outcomes::json) AS o (
    "requestId" text, second timestamptz, status int, milliseconds float8)
),
found AS MATERIALIZED (
  SELECT c.created_at, c.request_id, c.client_id, c.company_id, c.organization_id, c.method, c.path, c.scope,
    c.denial IS NOT NULL AS denied, s.status, round(s.milliseconds)::int AS milliseconds,
    (c.status, c.milliseconds) IS DISTINCT FROM (s.status, round(s.milliseconds)::int) AS changed,
    coalesce(c.status >= 400, false) AS was_error, s.status >= 400 AS is_error
  FROM sent s
  JOIN calls c ON c.created_at >= s.second AND c.created_at < s.second + interval '1 second'
    AND c.request_id = s."requestId" AND c.gate_key_id = :gateKeyId
  WHERE c.created_at >= :from AND c.created_at < :to
  ORDER BY c.created_at, c.request_id
  FOR UPDATE OF c
),
updated AS (
  UPDATE calls c SET status = f.status, milliseconds = f.milliseconds
  FROM found f
  WHERE f.changed AND c.created_at = f.created_at AND c.request_id = f.request_id
    AND c.created_at >= :from AND c.created_at < :to
),
corrected AS (
  INSERT INTO call_totals AS t (day, client_id, company_id, organization_id, method, path, scope, denied, calls,
    errors, first_at, last_at)
  SELECT (created_at AT TIME ZONE 'UTC')::date AS day, client_id, company_id, organization_id, method, path, scope,
    denied, count(*)::int, (count(*) FILTER (WHERE is_error))::int, min(created_at), max(created_at)
  FROM found WHERE was_error <> is_error
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
  ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
  ON CONFLICT (day, client_id, company_id, organization_id, method, path, scope, denied) DO UPDATE SET
    errors = t.errors + excluded.errors - (excluded.calls - excluded.errors)
)
SELECT request_id AS "requestId" FROM found`,
  { plan: "each time" },
);

/**
 * Updates the calls of a gate key that outcomes name, and the errors in the totals, day by day (UTC).
 * @returns the ids of the calls that exist
 */
export async function updateOutcomes(
  gateKeyId: string,
  outcomes: readonly CallOutcome[],
): Promise<ReadonlySet<string>> {
  const timed = outcomes.map((each) => ({ ...each, second: timestampOfId(each.requestId) }));
  const dayOf = ({ second }: { second: Date }) => Math.floor(second.getTime() / DAY_MS);
  const requestIds = new Set<string>();
  for (const day of new Set(timed.map(dayOf))) {
    const ofDay = JSON.stringify(timed.filter((outcome) => dayOf(outcome) === day));
    const span = { from: new Date(day * DAY_MS), to: new Date((day + 1) * DAY_MS) };
    const rows = await mergeCalls({ gateKeyId, outcomes: ofDay, ...span });
    for (const { requestId } of rows) requestIds.add(requestId);
  }
  return requestIds;
}
