import { ABANDONED_DELIVERIES, FAILING_DELIVERIES } from "@/lib/consent/deliveries/figures-sql";
import { isReal } from "@/lib/core/db/sandbox-sql";
import { type RowOf, sql } from "@/lib/core/db/sql";
import { env } from "@/lib/core/env/env";

const countOf = (rows: string) => `(SELECT count(*)::int FROM ${rows})`;

// An install by the organization itself or its own company is no one else's.
const UNVERIFIED_WITH_INSTALLS = `organizations o WHERE NOT o.verified AND EXISTS (
    SELECT FROM clients c JOIN grants g USING (client_id)
    WHERE c.organization_id = o.id AND c.deleted_at IS NULL AND g.revoked_at IS NULL
      AND ${isReal("g.company_id")}
      AND g.company_id IS DISTINCT FROM o.company_id AND g.organization_id IS DISTINCT FROM o.id)`;

// Where no one reviews listings, names need not be unique.
const LOOK_ALIKES = `clients c WHERE :reviewsListings::bool AND c.listing = 'listed' AND c.deleted_at IS NULL AND EXISTS (
    SELECT FROM clients t WHERE t.listing = 'listed' AND t.deleted_at IS NULL AND t.client_id <> c.client_id
      AND name_skeleton(t.name) = name_skeleton(c.name))`;

/** What waits for an operator. Each but the last two has a partial index; the first of these stops at the first install. */
const WAITING = {
  listing_requests: "clients WHERE listing_requested_at IS NOT NULL AND deleted_at IS NULL",
  scope_approvals:
    "scope_approvals JOIN clients USING (client_id) WHERE approved IS NULL AND deleted_at IS NULL",
  abandoned_deliveries: ABANDONED_DELIVERIES,
  failing_deliveries: FAILING_DELIVERIES,
  suspended_clients: "clients WHERE suspended_at IS NOT NULL AND deleted_at IS NULL",
  suspended_companies: "companies WHERE status = 'suspended'",
  suspended_organizations: "organizations WHERE status = 'suspended'",
  unverified_publishers: UNVERIFIED_WITH_INSTALLS,
  look_alike_names: LOOK_ALIKES,
};
type Attention<Value> = { [Name in keyof typeof WAITING]: Value };

const readAttentionRows = sql<{ reviewsListings: boolean }, Attention<number>>(
  "read-platform-attention",
  // Each name has a count, which TypeScript cannot follow.
  Object.fromEntries(Object.keys(WAITING).map((name) => [name, "int4"])) as Attention<"int4">,
  `SELECT ${Object.entries(WAITING).map(([name, rows]) => `${countOf(rows)} AS "${name}"`)}`,
);

/** How many of each wait for an operator. */
export async function readAttention(): Promise<Attention<number>> {
  return onlyRow(await readAttentionRows({ reviewsListings: env().reviewListings }));
}

/** Grants in force, and those added and removed since a point in time. */
export type InstallsRow = { total: number; added: number; removed: number };

const countInstallRows = sql<{ since: string }, InstallsRow>(
  "count-installs",
  { total: "int4", added: "int4", removed: "int4" },
  `
SELECT count(*) FILTER (WHERE revoked_at IS NULL)::int AS total,
  count(*) FILTER (WHERE revoked_at IS NULL AND created_at >= :since::timestamptz)::int AS added,
  count(*) FILTER (WHERE revoked_at >= :since::timestamptz)::int AS removed
FROM grants g WHERE ${isReal("g.company_id")}`,
);

/** Counts grants, without those of sandbox companies. @param since ISO 8601 */
export async function countInstalls(since: string): Promise<InstallsRow> {
  return onlyRow(await countInstallRows({ since }));
}

/** Calls of extensions in the last 24 hours. */
export type CallsRow = { allowed: number; denied: number };

const countCallRows = sql<object, CallsRow>(
  "count-recent-calls",
  { allowed: "int8", denied: "int8" },
  `
SELECT coalesce(sum(calls) FILTER (WHERE denial = ''), 0)::int8 AS allowed,
  coalesce(sum(calls) FILTER (WHERE denial <> ''), 0)::int8 AS denied
FROM call_hours WHERE hour > now() - interval '24 hours'`,
);

/** Counts the calls of the last 24 hours in all processes, without trials. */
export async function countRecentCalls(): Promise<CallsRow> {
  return onlyRow(await countCallRows({}));
}

const HEALTH_ROW = {
  sizeBytes: "int8",
  waitingDeliveries: "int4",
  overdueSince: "timestamptz?",
  behindSince: "timestamptz?",
} as const;

/** The state of the database and the background jobs. */
export type HealthRow = RowOf<typeof HEALTH_ROW>;

const readHealthRows = sql<object, HealthRow>(
  "read-platform-health",
  HEALTH_ROW,
  // Clean-up and the creation and dropping of partitions run every hour.
  `
SELECT pg_database_size(current_database()) AS "sizeBytes",
  ${countOf("deliveries WHERE next_attempt_at IS NOT NULL")} AS "waitingDeliveries",
  (SELECT min(next_attempt_at) FROM deliveries WHERE next_attempt_at < now() - interval '2 minutes') AS "overdueSince",
  (SELECT min(finished_at) FROM finished_jobs WHERE finished_at < now() - interval '2 hours') AS "behindSince"`,
);

/** Reads the state of the database and the background jobs, and how long that took. */
export async function readHealth(): Promise<HealthRow> {
  return onlyRow(await readHealthRows({}));
}

/** Does nothing on the database; for measuring how long it takes to answer. */
export const pingDatabase = sql<object, { one: number }>(
  "ping",
  { one: "int4" },
  "SELECT 1 AS one",
);

function onlyRow<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error("The statement has one row");
  return row;
}
