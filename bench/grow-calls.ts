import { join } from "node:path";
import { Client } from "pg";
import { startBenchDatabase } from "@/bench/database";
import { type CallLog, spanOf } from "@/lib/activity/calls/call-log";
import { listCalls } from "@/lib/activity/calls/list-calls";
import { followCalls } from "@/lib/activity/calls/live/follow-calls";
import { listCallsQuerySchema } from "@/lib/activity/calls/query-schemas";
import { readCallFigures } from "@/lib/activity/calls/repository";
import { migrate } from "@/lib/kernel/db/migrate";
import { closePool, configureDatabase } from "@/lib/kernel/db/pool";
import { configureEnv } from "@/lib/kernel/env";

/** The number of calls for comparison. */
const FEW = 50_000;
/** The maximum acceptable slowdown. */
const BOUND = 3;
const DAYS = 30;
const CLIENTS = 50;
const COMPANIES = 200;
const ROUNDS = 30;
const WARM_UP = 8;

const OWNER = "bench";
const CLIENT = "bench-client-1";

type Page = readonly [name: string, open: () => Promise<unknown>];

/**
 * Fills the API log of a new database with 50,000 calls and then with `count`, and prints how long each page of it
 * takes to open. Half of the calls are of one client, one in a hundred is for the same company.
 * @returns whether none took more than three times as long
 */
export async function benchCallGrowth(count: number): Promise<boolean> {
  const database = await startBenchDatabase();
  try {
    const url = await database.createDatabase("calls");
    configureEnv({ DATA_DIR: join(database.folder, "keys") });
    await migrate(url, "prisma/migrations");
    configureDatabase(url);
    const owner = new Client({ connectionString: url });
    await owner.connect();
    return await run(owner, count).finally(() => owner.end());
  } finally {
    await closePool();
    await database.stop();
  }
}

async function run(owner: Client, count: number): Promise<boolean> {
  await prepare(owner);
  await seed(owner, 0, FEW);
  const few = await timePages();
  await seed(owner, FEW, count);
  return report(count, few, await timePages());
}

async function prepare(owner: Client): Promise<void> {
  await owner.query("SET synchronous_commit = off");
  await owner.query(
    "SELECT create_calls_partition(current_date - n) FROM generate_series(0, $1::int) AS n",
    [DAYS],
  );
  await owner.query("INSERT INTO companies (id, name) VALUES (1, 'Bench')");
  await owner.query("INSERT INTO organizations (id, name, company_id) VALUES ($1, 'Bench', 1)", [
    OWNER,
  ]);
  await owner.query(
    `INSERT INTO clients (client_id, record_id, organization_id, name, slug)
    SELECT 'bench-client-' || n, lpad(to_hex(n), 24, '0'), $1, 'Bench ' || n, 'bench-' || n
    FROM generate_series(1, $2::int) AS n`,
    [OWNER, CLIENTS],
  );
}

// Spread evenly over the days; the numbers of a later call continue those of an earlier one.
async function seed(owner: Client, from: number, to: number): Promise<void> {
  const begin = performance.now();
  for (let day = 0; day < DAYS; day += 1) {
    await owner.query(
      `INSERT INTO calls (created_at, request_id, client_id, company_id, caller_kind, system_user_id, scope, method,
        path, status, milliseconds)
      SELECT at, lpad(to_hex(extract(epoch FROM at)::bigint), 8, '0') || lpad(to_hex(n), 16, '0'),
        'bench-client-' || CASE WHEN n % 2 = 0 THEN 1 ELSE 1 + n / 2 % $4 END, 1 + n / 7 % $5, 'system_user', 'system',
        'company/products/read', 'GET', '/service/application/catalog/v1.0/products/', 200, n % 200
      FROM (
        SELECT n, now() - $3::int * interval '1 day' - random() * interval '1 day' AS at
        FROM generate_series($1::bigint, $2::bigint) AS n
      ) AS call ORDER BY at`,
      [
        Math.floor(from + ((to - from) * day) / DAYS) + 1,
        Math.floor(from + ((to - from) * (day + 1)) / DAYS),
        day,
        CLIENTS,
        COMPANIES,
      ],
    );
  }
  await owner.query("VACUUM ANALYZE calls");
  say(`${to.toLocaleString("en")} calls after ${Math.round((performance.now() - begin) / 1000)} s`);
}

const client: CallLog = { organizationId: OWNER, clientId: CLIENT };
const organization: CallLog = { organizationId: OWNER, clientId: null };
const company: CallLog = { companyId: 1, clientId: null };

const page = (log: CallLog, query: Record<string, string> = {}) => {
  const parsed = listCallsQuerySchema.parse(query);
  return () => listCalls(log, parsed);
};

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

const PAGES: readonly Page[] = [
  ["client: first page", page(client)],
  ["client: 200 calls, three days ago", page(client, { limit: "200", to: daysAgo(3) })],
  ["client: a filter that no call passes", page(client, { status: "5xx" })],
  ["client: a request id", page(client, { request_id: idOf(2) })],
  ["client: figures", () => readCallFigures(client, spanOf({}), {})],
  ["client: a look of the live calls", () => followCalls(client, {}, new Date())()],
  ["organization: first page", page(organization)],
  ["organization: a filter that no call passes", page(organization, { status: "5xx" })],
  ["organization: figures", () => readCallFigures(organization, spanOf({}), {})],
  ["organization: a look of the live calls", () => followCalls(organization, {}, new Date())()],
  ["company: first page", page(company)],
  ["company: one extension", page(company, { client_id: CLIENT })],
  ["company: a filter that no call passes", page(company, { status: "5xx" })],
];

function idOf(days: number): string {
  const second = Math.floor(Date.now() / 1000) - days * 86_400;
  return second.toString(16).padStart(8, "0") + "0".repeat(16);
}

/** The median of each page, in milliseconds. */
async function timePages(): Promise<number[]> {
  const medians: number[] = [];
  for (const [, open] of PAGES) {
    const times: number[] = [];
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const begin = performance.now();
      await open();
      if (round >= 0) times.push(performance.now() - begin);
    }
    medians.push(times.toSorted((one, other) => one - other)[ROUNDS / 2] ?? 0);
  }
  return medians;
}

function report(count: number, few: readonly number[], many: readonly number[]): boolean {
  say(
    `| page, ms | ${FEW.toLocaleString("en")} calls | ${count.toLocaleString("en")} calls | ratio |`,
  );
  say("| --- | ---: | ---: | ---: |");
  const ratios = PAGES.map(([name], at) => {
    const [fewMs = 0, manyMs = 0] = [few[at], many[at]];
    say(
      `| ${name} | ${fewMs.toFixed(1)} | ${manyMs.toFixed(1)} | ${(manyMs / fewMs).toFixed(1)} |`,
    );
    return manyMs / fewMs;
  });
  return ratios.every((ratio) => ratio <= BOUND);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
