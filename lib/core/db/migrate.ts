import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { withClient } from "@/lib/core/db/copy-tables";
import { grantsFor } from "@/lib/core/db/grant-rights";
import { sql } from "@/lib/core/db/sql";
import { textAt } from "@/lib/core/db/sql-state";
import { StartupError } from "@/lib/core/errors";
import { wait } from "@/lib/core/process/wait";
import { log } from "@/lib/core/telemetry/log";

/** Where the migrations are. */
export const MIGRATIONS = "prisma/migrations";

/** Waits for other servers, which take the first, and for `prisma migrate deploy`; both end with the connection. */
const LOCK = "SELECT pg_advisory_lock(7283946501), pg_advisory_lock(72707369)";

type Migration = { name: string; sql: string; checksum: string };

type MigrateOptions = {
  /** Only these, for a backup of an earlier version; by default all. */
  names?: readonly string[];
  /** How long to wait for a lock, in milliseconds: requests for the table wait behind it, for 5 seconds at most. */
  lockMs?: number;
  /** Pauses before further attempts, in milliseconds, in which running servers catch up. */
  pausesMs?: readonly number[];
};

const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000, 5_000];

/**
 * Applies the migrations of a folder that the database lacks, in order, each in a transaction. Servers that start at
 * once wait for each other. The history is in `_prisma_migrations`, so `prisma migrate deploy` remains usable.
 * @param url of the database, for the role that owns its tables
 * @param role of the service, which gets its rights as part of each migration, because servers of the previous version
 *   are running meanwhile, and again at the end, in case someone has changed them; by default the owner
 * @returns names of the migrations just applied; empty if the database was up to date
 * @throws StartupError if a migration fails (the next call retries it), was edited after it was applied, or the
 *   database is older than the first migration or went away
 */
export async function migrate(
  url: string,
  folder: string,
  role?: string,
  { names, lockMs = 3_000, pausesMs = PAUSES_MS }: MigrateOptions = {},
): Promise<readonly string[]> {
  const all = await readMigrations(folder);
  const migrations = all.filter(({ name }) => names?.includes(name) ?? true);
  // Not the pool, which limits the time of statements: a migration may need more.
  return withClient(url, "latchkey-migrate", async (client) => {
    await client.query(LOCK);
    const grants = role === undefined ? "" : await grantsFor(client, role);
    const applied = await readHistory(client);
    rejectChanged(migrations, applied);
    const missing = migrations.filter(({ name }) => !applied.has(name));
    if (missing.length > 0) await client.query(OPEN_HISTORY);
    for (const migration of missing) {
      const step = () => apply(client, migration, grants, lockMs);
      await runStep(`The migration ${migration.name}`, step, pausesMs);
    }
    await runStep("Granting the service its rights", () => client.query(grants), pausesMs);
    return missing.map(({ name }) => name);
  });
}

/** Names of the migrations in a folder, in the order they apply. */
export async function migrationNames(folder: string): Promise<readonly string[]> {
  return (await readMigrations(folder)).map(({ name }) => name);
}

/** The migrations of a folder that a database does not have, in order. */
export async function pendingMigrations(url: string, folder: string): Promise<Migration[]> {
  const applied = await withClient(url, "latchkey-migrate", readHistory);
  return (await readMigrations(folder)).filter(({ name }) => !applied.has(name));
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const read = async (name: string) => {
    const sql = await readFile(join(folder, name, "migration.sql"), "utf8");
    return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
  };
  return Promise.all(names.sort().map(read));
}

async function apply(
  client: Client,
  { sql, ...migration }: Migration,
  end: string,
  lockMs: number,
) {
  try {
    // The script on lines of its own, because it may end with a comment.
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${lockMs};\n${sql}\n;${end}`);
    await addToHistory({ ...migration, failure: null }, client);
    await client.query("COMMIT");
  } catch (thrown) {
    const record = () => addToHistory({ ...migration, failure: String(thrown) }, client);
    // On a lost connection it fails, and the first error says why.
    await client.query("ROLLBACK").then(record, () => {});
    throw thrown;
  }
}

/** SQLSTATE of a deadlock, a serialization failure, and a lock that was not available; changed rights have no code. */
const COLLISIONS = new Set(["40P01", "40001", "55P03", "tuple concurrently updated"]);

/** A migration failed, and PostgreSQL undid it. */
export class MigrationError extends StartupError {
  /** Whether running servers were in its way, so that the same migration may succeed now. */
  readonly isCollision: boolean;

  constructor(subject: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const isCollision = COLLISIONS.has(textAt(cause, "code") ?? "") || COLLISIONS.has(reason);
    const fix = isCollision
      ? "Running servers use the tables that it changes. Start again when they have less to do, or stop them first."
      : "The previous version of Latchkey can keep running. Correct the cause, and start again.";
    super(`${subject} failed and was undone: ${reason}. ${fix}`, { cause });
    this.isCollision = isCollision;
  }
}

/** Repeats a step that running servers were in the way of. */
async function runStep(subject: string, step: () => Promise<unknown>, pausesMs: readonly number[]) {
  const [pauseMs, ...furtherMs] = pausesMs;
  try {
    await step();
  } catch (thrown) {
    const error = new MigrationError(subject, thrown);
    if (!error.isCollision || pauseMs === undefined) throw error;
    log().warn({ reason: error.message, again_in_ms: pauseMs }, "migration is tried again");
    await wait(pauseMs);
    await runStep(subject, step, furtherMs);
  }
}

/** Creates the history as Prisma does. What failed there before left nothing behind and runs again. */
const OPEN_HISTORY = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz,
    migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0);
  UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL`;

const addToHistory = sql<Omit<Migration, "sql"> & { failure: string | null }>(
  "add-migration",
  {},
  `INSERT INTO _prisma_migrations (id, migration_name, checksum, logs, applied_steps_count, finished_at, rolled_back_at)
   SELECT gen_random_uuid(), :name, :checksum, :failure, ok::int, CASE WHEN ok THEN at END, CASE WHEN NOT ok THEN at END
   FROM (SELECT :failure::text IS NULL AS ok, clock_timestamp() AS at) AS result`,
);

export const listAppliedMigrations = sql<object, { name: string; checksum: string }>(
  "list-migrations",
  { name: "text", checksum: "text" },
  "SELECT migration_name AS name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
);

async function readHistory(client: Client): Promise<ReadonlyMap<string, string>> {
  const history = await client.query(
    "SELECT 1 WHERE to_regclass('_prisma_migrations') IS NOT NULL",
  );
  const rows = history.rowCount === 0 ? [] : await listAppliedMigrations({}, client);
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

const OLDER_DATABASE =
  "This database was created before the first release of Latchkey and cannot be upgraded. Start with a new database: another DATABASE_URL, or another DATA_DIR for the embedded one.";

function rejectChanged(migrations: readonly Migration[], applied: ReadonlyMap<string, string>) {
  const isOlder = applied.size > 0 && migrations[0] && !applied.has(migrations[0].name);
  if (isOlder) throw new StartupError(OLDER_DATABASE);
  const edited = migrations.find(({ name, checksum: now }) => (applied.get(name) ?? now) !== now);
  if (!edited) return;
  throw new StartupError(
    `The migration ${edited.name} was edited after it had been applied to this database. Restore the file and write a new migration: npm run latchkey -- migration draft name`,
  );
}
