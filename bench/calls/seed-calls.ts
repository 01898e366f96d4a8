import { Client } from "pg";
import type { CallOwners } from "@/bench/calls/seed-owners";
import { say } from "@/scripts/step.mjs";

/** How far back calls go. */
const DAYS = 30;

// Half of the calls are of the first client, one in 200 is for the same company, one in 100 is denied.
const INSERT_CALLS = `
  INSERT INTO calls (created_at, request_id, client_id, company_id, caller_kind, system_user_id, scope, method, path,
    status, milliseconds, denial)
  SELECT at, lpad(to_hex(extract(epoch FROM at)::bigint), 8, '0') || lpad(to_hex(n), 16, '0'),
    ($4::text[])[client], ($6::bigint[])[1 + n / 7 % cardinality($6::bigint[])], 'system_user', ($5::text[])[client],
    CASE WHEN n % 100 > 0 THEN scope END, 'GET', path, CASE WHEN n % 100 > 0 THEN 200 ELSE 403 END, n % 200,
    CASE WHEN n % 100 = 0 THEN 'scopes' END
  FROM (
    SELECT n, CASE WHEN n % 2 = 0 THEN 1 ELSE 1 + n / 2 % cardinality($4::text[]) END AS client,
      CASE WHEN n % 3 = 0 THEN 'company/orders/read' ELSE 'company/products/read' END AS scope,
      CASE WHEN n % 3 = 0 THEN '/service/application/orders/v1.0/orders/'
        ELSE '/service/application/catalog/v1.0/products/' END AS path,
      now() - $3::int * interval '1 day' - random() * interval '1 day' AS at
    FROM generate_series($1::bigint, $2::bigint) AS n
  ) AS call ORDER BY at`;

const COUNT_CALLS = `
  INSERT INTO call_totals (day, client_id, company_id, method, path, scope, denied, calls, errors, first_at, last_at)
  SELECT (created_at AT TIME ZONE 'UTC')::date, client_id, company_id, method, path, scope, denial IS NOT NULL,
    count(*)::int, (count(*) FILTER (WHERE status >= 400))::int, min(created_at), max(created_at)
  FROM calls WHERE created_at >= current_date - $1::int AND created_at < current_date - $1::int + interval '1 day'
  GROUP BY 1, 2, 3, 4, 5, 6, 7`;

const COUNT_HOURS = `
  INSERT INTO call_hours (hour, client_id, denial, calls)
  SELECT date_trunc('hour', created_at, 'UTC'), client_id, coalesce(denial, ''), count(*)::int
  FROM calls WHERE created_at >= current_date - $1::int AND created_at < current_date - $1::int + interval '1 day'
  GROUP BY 1, 2, 3`;

// One event for about three calls, spread like them. One in four was denied.
const INSERT_EVENTS = `
  INSERT INTO authorization_events (kind, outcome, client_id, reason, "check", authenticated, request_id, created_at)
  SELECT 'token', CASE WHEN is_denied THEN 'refused' ELSE 'issued' END::authorization_outcome,
    ($4::text[])[CASE WHEN n % 2 = 0 THEN 1 ELSE 1 + n / 2 % cardinality($4::text[]) END],
    CASE WHEN is_denied THEN 'invalid_grant' ELSE 'offline' END,
    CASE WHEN is_denied THEN (ARRAY['code_form', 'code_unused', 'client_secret', 'redirect_uri_same'])[1 + n / 4 % 4] END,
    true, 'event' || n, now() - $3::int * interval '1 day' - random() * interval '1 day'
  FROM (SELECT n, n % 4 = 0 AS is_denied FROM generate_series($1::bigint, $2::bigint) AS n WHERE n % 10 < 3) AS event`;

/**
 * Fills an empty log with calls, spread evenly over 30 days, and with events, and counts the calls in the totals. The
 * first clean-up counts the events.
 */
export async function seedCalls(url: string, count: number, owners: CallOwners): Promise<void> {
  const begin = performance.now();
  const client = new Client({ connectionString: url });
  await client.connect();
  const progress = (what: string) =>
    say(`  ${what} after ${Math.round((performance.now() - begin) / 1000)} s`);
  try {
    await client.query(
      "SET synchronous_commit = off; SET work_mem = '512MB'; SET timezone = 'UTC'",
    );
    await client.query(
      "SELECT create_calls_partition(current_date - n) FROM generate_series(0, $1::int) AS n",
      [DAYS],
    );
    await client.query(
      "SELECT create_partition('authorization_events', current_date - n) FROM generate_series(0, $1::int) AS n",
      [DAYS],
    );
    const { clientIds, systemUserIds, companyIds } = owners;
    const after = (day: number) => Math.floor((count * day) / DAYS);
    for (let day = 0; day < DAYS; day += 1) {
      const numbers = [after(day) + 1, after(day + 1), day];
      await client.query(INSERT_CALLS, [...numbers, clientIds, systemUserIds, companyIds]);
      await client.query(INSERT_EVENTS, [...numbers, clientIds]);
      progress(`${after(day + 1).toLocaleString("en")} calls`);
    }
    for (let day = 0; day <= DAYS; day += 1) {
      await client.query(COUNT_CALLS, [day]);
      await client.query(COUNT_HOURS, [day]);
    }
    await client.query("VACUUM ANALYZE");
    progress("totals and statistics");
  } finally {
    await client.end();
  }
}
