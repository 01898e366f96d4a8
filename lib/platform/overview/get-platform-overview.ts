import { z } from "zod";
import { type KeyState, keyState } from "@/lib/clients/service-keys/seen-secrets";
import { ABANDONED_DELIVERIES, FAILING_DELIVERIES } from "@/lib/consent/deliveries/figures-sql";
import { databaseNow, noticeableClockDifferenceMs } from "@/lib/core/db/database-time";
import { isReal } from "@/lib/core/db/sandbox-sql";
import { type RowOf, sql } from "@/lib/core/db/sql";
import { env } from "@/lib/core/env/env";
import { processState } from "@/lib/core/process/process-state";
import { failedKeyChecks } from "@/lib/gate/key/gate-key";
import { rulesInForce } from "@/lib/gate/rules/rules-in-force";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { type PlatformOverview, platformOverviewSchema } from "@/lib/platform/overview/schemas";
import { CONSOLE, OPERATORS_TAG } from "@/lib/platform/values";
import { figuresOf } from "@/lib/requests/log/get-figures";
import { figureWindowSchema } from "@/lib/requests/log/query-schemas";
import type { RequestCounts, RequestFigures } from "@/lib/requests/log/schemas";
import { EVERYTHING } from "@/lib/requests/log/scope";
import { type FigureWindow, sumCounts } from "@/lib/requests/log/values";

/** Counts over time, which take long with many rows. */
type Counts = {
  figures: RequestFigures;
  installs: InstallsRow;
  calls: CallsRow;
};

const KEPT_MS = 10_000;

const cachedOverview = () =>
  processState(
    "overview-counts",
    () => new Map<FigureWindow, { at: number; counts: Promise<Counts> }>(),
  );

export const getPlatformOverview = operation({
  id: "getPlatformOverview",
  request: { route: `GET ${CONSOLE}/overview`, query: z.object({ window: figureWindowSchema }) },
  access: platform("overview:read"),
  summary: "Get the state of the installation",
  description:
    "Returns what waits for an operator, where extensions are installed, the tokens issued and requests denied over time, and the health of database and background jobs. Counts over time are up to ten seconds old.",
  tag: OPERATORS_TAG,
  returns: json(platformOverviewSchema, "The state."),
  async run({ query: { window } }) {
    const [latency, keys, health, { figures, installs, calls }] = await Promise.all([
      measureLatency(),
      keyState(),
      readHealth(),
      countsOf(window),
    ]);
    const { rules, problem } = rulesInForce();
    return {
      body: {
        attention: await describeAttention(keys, health),
        secrets_of_former_operators: keys.seenByFormerOperators.map((secret) => ({
          client_id: secret.keyId,
          name: secret.name,
          last_four: secret.lastFour,
          ends_at: secret.endsAt.toISOString(),
        })),
        installs,
        figures,
        health: {
          database: { latency_ms: latency, size_bytes: health.sizeBytes },
          deliveries: {
            waiting: health.waitingDeliveries,
            overdue_since: health.overdueSince?.toISOString() ?? null,
          },
          clean_up: { behind_since: health.behindSince?.toISOString() ?? null },
          gate: {
            rules: rules.length,
            problem: problem?.message ?? null,
            problem_since: problem?.since?.toISOString() ?? null,
            ...calls,
          },
        },
      },
    };
  },
});

async function describeAttention(
  keys: KeyState,
  { overdueSince }: HealthRow,
): Promise<PlatformOverview["attention"]> {
  const [attention, failedChecks, lastDay] = await Promise.all([
    readAttention(),
    failedKeyChecks(),
    countsOf("24h"),
  ]);
  return {
    ...attention,
    late_deliveries: minutesLate(overdueSince),
    outdated_rules: rulesInForce().problem ? 1 : 0,
    clock_difference: Math.round(noticeableClockDifferenceMs() / 1_000),
    failed_gate_checks: failedChecks,
    ending_service_keys: keys.endingKeys,
    rising_denials: countRisingDenials(lastDay.figures.totals, lastDay.figures.previous),
  };
}

/** By when the alert LatchkeyDeliveriesStuck considers calls late, too. */
const LATE_AFTER_MINUTES = 5;
const MINUTE_MS = 60_000;

function minutesLate(dueSince: Date | null): number {
  const minutes = dueSince ? (databaseNow() - dueSince.getTime()) / MINUTE_MS : 0;
  return minutes > LATE_AFTER_MINUTES ? Math.floor(minutes) : 0;
}

/** Reuses recent counts, so that a page that several operators keep open costs no more than one. */
function countsOf(window: FigureWindow): Promise<Counts> {
  const now = performance.now();
  const last = cachedOverview().get(window);
  if (last && now - last.at < KEPT_MS) return last.counts;
  const counts = readCounts(window);
  cachedOverview().set(window, { at: now, counts });
  // An error is for those who wait for it, not for the next caller.
  counts.catch(() => cachedOverview().delete(window));
  return counts;
}

async function readCounts(window: FigureWindow): Promise<Counts> {
  const figures = await figuresOf(EVERYTHING, window);
  const since = figures.bars[0]?.start ?? new Date().toISOString();
  const [installs, calls] = await Promise.all([countInstallRows({ since }), countRecentCalls()]);
  return { figures, installs: onlyRow(installs), calls };
}

/** @returns milliseconds, to the tenth */
async function measureLatency(): Promise<number> {
  const start = performance.now();
  await pingDatabase({});
  return Math.round((performance.now() - start) * 10) / 10;
}

/** Fewer denials in a day are normal: people make typing errors. */
const LEAST_DENIALS = 20;

type Denials = Pick<RequestCounts, "denied">;

/** Denials of a day, if they are a spike: at least 20, and twice those of the day before. Otherwise 0. */
export function countRisingDenials(day: Denials, dayBefore: Denials): number {
  const denials = sumCounts(day.denied);
  return denials >= LEAST_DENIALS && denials >= 2 * sumCounts(dayBefore.denied) ? denials : 0;
}

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
type InstallsRow = { total: number; added: number; removed: number };

const countInstallRows = sql<{ since: string }, InstallsRow>(
  "count-installs",
  { total: "int4", added: "int4", removed: "int4" },
  `
SELECT count(*) FILTER (WHERE revoked_at IS NULL)::int AS total,
  count(*) FILTER (WHERE revoked_at IS NULL AND created_at >= :since::timestamptz)::int AS added,
  count(*) FILTER (WHERE revoked_at >= :since::timestamptz)::int AS removed
FROM grants g WHERE ${isReal("g.company_id")}`,
);

/** Calls of extensions in the last 24 hours. */
type CallsRow = { allowed: number; denied: number };

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
type HealthRow = RowOf<typeof HEALTH_ROW>;

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
const pingDatabase = sql<object, { one: number }>("ping", { one: "int4" }, "SELECT 1 AS one");

function onlyRow<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error("The statement has one row");
  return row;
}
