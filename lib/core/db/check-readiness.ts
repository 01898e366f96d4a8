import { isDatabaseSilent, reportOutage, sinceOutageMs } from "@/lib/core/db/database-health";
import { learnDatabaseTime } from "@/lib/core/db/follow-clock";
import { listAppliedMigrations } from "@/lib/core/db/migrate";
import { classifyOutage, type OutageKind } from "@/lib/core/db/outage";
import { pool } from "@/lib/core/db/pool";
import { processState } from "@/lib/core/process/process-state";
import { waitAtMost } from "@/lib/core/process/wait";
import { log } from "@/lib/core/telemetry/log";

/** For how long an outage that requests ran into counts, since a check may miss it. */
const RECENT_MS = 30_000;

/** Whether the service can serve requests, and if not, why. */
export type Readiness = { ready: boolean; status: string; missing?: readonly string[] };

/** Beyond this, sessions and signed requests of other machines are of no use here. */
const LARGEST_DIFFERENCE_MS = 3_600_000;
const CLOCKS_DIFFER = "the clocks of this machine and the database differ by more than an hour";

const statuses: Readonly<Record<OutageKind, string>> = {
  unreachable: "the database cannot be reached",
  lost: "the database closes connections",
  overloaded: "the database does not respond in time",
  read_only: "the database is read-only",
  full: "the database's disk is full",
  pooler: "a pooler in front of the database loses prepared statements",
};

/** The database does not answer. */
export const SILENT: Readiness = { ready: false, status: statuses.overloaded };

/**
 * Checks that the database responds, has the migrations and accepts writes, that the clocks agree, and that no request
 * has just met an outage that these checks can miss.
 */
export async function checkReadiness(migrations: readonly string[]): Promise<Readiness> {
  if (isDatabaseSilent()) return SILENT;
  try {
    const missing = await missingMigrations(migrations);
    if (missing.length > 0) return { ready: false, status: "migrations are missing", missing };
    await checkWrites();
    const differenceMs = Math.abs(await learnDatabaseTime());
    if (differenceMs > LARGEST_DIFFERENCE_MS) return { ready: false, status: CLOCKS_DIFFER };
  } catch (err) {
    const outage = classifyOutage(err);
    if (outage) reportOutage(outage);
    else log().error({ err }, "not ready");
    const status = outage ? statuses[outage.kind] : "the database denies what the service needs";
    return { ready: false, status };
  }
  const recentOutage = (["full", "pooler"] as const).find(
    (kind) => sinceOutageMs(kind) < RECENT_MS,
  );
  return recentOutage
    ? { ready: false, status: statuses[recentOutage] }
    : { ready: true, status: "ready" };
}

const PATIENCE_MS = 2_000;

/** Checks whether the database responds, within 2 seconds. Concurrent callers share one check. */
export function databaseAnswers(): Promise<boolean> {
  const state = processState<{ asking?: Promise<boolean> }>("database-answers", () => ({}));
  state.asking ??= ask().finally(() => delete state.asking);
  return state.asking;
}

async function ask(): Promise<boolean> {
  try {
    if (await waitAtMost(pool().query("SELECT 1"), PATIENCE_MS)) return true;
    reportOutage({ kind: "unreachable", reason: `no response within ${PATIENCE_MS} ms` });
  } catch (thrown) {
    const outage = classifyOutage(thrown);
    // Any other error is still a response.
    if (!outage) return true;
    reportOutage(outage);
  }
  return false;
}

async function missingMigrations(names: readonly string[]): Promise<readonly string[]> {
  const rows = await listAppliedMigrations({});
  const applied = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !applied.has(name));
}

/** Exceeds the memory that {@link checkWrites} allows, so PostgreSQL briefly writes it to a file. */
export const NEEDS_SPACE = "SELECT count(*) FROM generate_series(1, 10000)";
export const LITTLE_MEMORY = "SET LOCAL work_mem = '64kB'";

/** A write detects a read-only database, missing rights and, because it needs new space too, a full disk. */
async function checkWrites(): Promise<void> {
  await pool().query(`
    BEGIN;
    ${LITTLE_MEMORY};
    ${NEEDS_SPACE};
    INSERT INTO write_checks (id) VALUES ('readyz')
      ON CONFLICT (id) DO UPDATE SET checked_at = now();
    COMMIT`);
}
