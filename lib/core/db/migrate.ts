import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client, Pool } from "pg";
import { grantsFor } from "@/lib/core/db/grant-rights";
import { openSchemaEngine } from "@/lib/core/db/schema-engine";
import { sql } from "@/lib/core/db/sql";
import { textAt } from "@/lib/core/db/sql-state";
import { log } from "@/lib/core/log";
import { StartupError } from "@/lib/core/startup-error";
import { wait } from "@/lib/core/wait";

/** Where the migrations are. */
export const MIGRATIONS = "prisma/migrations";

/**
 * An arbitrary number, the same for every Latchkey. The engine also takes Prisma's own lock, which excludes `prisma
 * migrate deploy`, but it gives up on it after 10 s.
 */
const MIGRATION_LOCK = 7_283_946_501;

/** Waits for other servers to finish migrating, and keeps them waiting until the connection is closed. */
const lock = sql<{ lock: number }>("lock-migrations", {}, "SELECT pg_advisory_lock(:lock)");

interface Migration {
  readonly name: string;
  readonly sql: string;
}

interface Plan {
  readonly folder: string;
  readonly migrations: readonly Migration[];
  /** SQL that ends each migration. */
  readonly grants: string;
}

/** How long migrations wait for servers that use the tables they change. */
interface Patience {
  /** For each lock, in milliseconds: requests for the table wait behind it, which they do for 5 seconds at most. */
  readonly lockMs: number;
  /** Pauses before the attempts after the first, in milliseconds: the running servers catch up meanwhile. */
  readonly pausesMs: readonly number[];
}

const PATIENCE: Patience = {
  lockMs: 3_000,
  pausesMs: [250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000, 5_000],
};

type MigrateOptions = {
  patience?: Patience;
  /** Only these, for a backup of an earlier version; by default all. */
  names?: readonly string[];
};

/**
 * Applies the migrations of a folder that the database does not have yet, in order. Servers that start at once on one
 * database wait for each other. The history is kept in `_prisma_migrations`, so `prisma migrate deploy` remains usable.
 *
 * @param url `postgresql://` address of the database, for the role that owns its tables.
 * @param folder `prisma/migrations`.
 * @param role Role of the service, which gets its rights as part of each migration, because servers of the previous
 *   version are running meanwhile; and again at the end, in case someone has changed them. By default the owner.
 * @returns Names of the migrations just applied; empty if the database was up to date.
 * @throws StartupError if a migration fails (the next call retries it), was edited after it was applied, or the database
 *   is older than the first migration; an error that `classifyOutage` recognizes if the database is lost.
 */
export async function migrate(
  url: string,
  folder: string,
  role?: string,
  { patience: { lockMs, pausesMs } = PATIENCE, names }: MigrateOptions = {},
): Promise<readonly string[]> {
  const all = await readMigrations(folder);
  const migrations = all.filter(({ name }) => names?.includes(name) ?? true);
  // A separate pool: the service's limits statement time, and a migration may need more.
  const connection = { connectionString: url, application_name: "latchkey-migrate" };
  const pool = new Pool({
    ...connection,
    // Not a parameter of the connection, which poolers reject.
    onConnect: async (client) => void (await client.query(`SET lock_timeout = ${lockMs}`)),
  });
  const client = new Client(connection);
  try {
    await client.connect();
    await lock({ lock: MIGRATION_LOCK }, client);
    const grants = role === undefined ? "" : await grantsFor(client, role);
    const before = await readHistory(client);
    rejectOlder(migrations, before);
    rejectEdited(migrations, before);
    const missing = migrations.filter(({ name }) => !before.applied.has(name));
    // Most starts have nothing to apply and skip loading the engine.
    if (missing.length > 0) {
      const apply = () => applyMissing(pool, client, { folder, migrations, grants });
      await retry(apply, pausesMs);
    }
    await retry(() => grant(client, grants), pausesMs);
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
    await pool.end();
  }
}

/** Names of the migrations in a folder, in the order they apply. */
export async function migrationNames(folder: string): Promise<readonly string[]> {
  return (await readMigrations(folder)).map(({ name }) => name);
}

/** The migrations of a folder that a database does not have, in order. */
export async function pendingMigrations(
  url: string,
  folder: string,
): Promise<readonly Migration[]> {
  const client = new Client({ connectionString: url, application_name: "latchkey-migrate" });
  try {
    await client.connect();
    const { applied } = await readHistory(client);
    return (await readMigrations(folder)).filter(({ name }) => !applied.has(name));
  } finally {
    await client.end();
  }
}

async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => ({
      name,
      sql: await readFile(join(folder, name, "migration.sql"), "utf8"),
    })),
  );
}

async function applyMissing(
  pool: Pool,
  client: Client,
  { folder, migrations, grants }: Plan,
): Promise<void> {
  let failure: DriverFailure | undefined;
  const onFailure = (thrown: unknown) => {
    failure = driverFailure(thrown);
  };
  const engine = await openSchemaEngine(pool, { afterScript: grants, onFailure });
  try {
    // A migration is one transaction, so a failed one left nothing behind and can run again.
    for (const migrationName of (await readHistory(client)).failed) {
      await engine.markMigrationRolledBack({ migrationName });
    }
    await engine.applyMigrations({
      migrationsList: migrationList(folder, migrations),
      filters: { externalTables: [], externalEnums: [] },
    });
  } catch (thrown) {
    const text = String(thrown);
    const [, name] = NAME.exec(text) ?? [];
    const subject = name === undefined ? "A migration" : `The migration ${name}`;
    throw new MigrationError(subject, failure ?? engineFailure(text));
  } finally {
    engine.free();
  }
}

/** The engine names the migration that failed. */
const NAME = /migration_name="([^"]+)"/;

/** What the driver reported about a migration. */
interface DriverFailure {
  readonly code: string | undefined;
  readonly message: string;
}

/** Of what the engine does itself, such as locking its history, only its text tells. */
function engineFailure(text: string): DriverFailure {
  const [first = "", second = first] = text.split("\n");
  const code = /lock timeout|write conflict/i.test(text) ? "40001" : undefined;
  return { code, message: first.includes("external connector error") ? second : first };
}

function driverFailure(thrown: unknown): DriverFailure {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  const code = textAt(cause, "originalCode") ?? textAt(thrown, "code");
  return { code, message: textAt(cause, "originalMessage") ?? textAt(thrown, "message") ?? "" };
}

/** SQLSTATE of a deadlock, a serialization failure and a lock that was not available in time. */
const COLLISIONS = new Set(["40P01", "40001", "55P03"]);
/** Two transactions changed the same row of a catalogue, for example the rights on a table; it has no code of its own. */
const CATALOGUE_COLLISION = "tuple concurrently updated";

/** A migration failed, and PostgreSQL undid it. */
export class MigrationError extends StartupError {
  /** Whether running servers were in its way, so that the same migration may succeed now. */
  readonly isCollision: boolean;

  constructor(subject: string, { code, message }: DriverFailure) {
    const isCollision = COLLISIONS.has(code ?? "") || message === CATALOGUE_COLLISION;
    const fix = isCollision
      ? "Running servers use the tables that it changes. Start again when they have less to do, or stop them first."
      : "The previous version of Latchkey can keep running. Correct the cause, and start again.";
    super(`${subject} failed and was undone: ${message}. ${fix}`, {
      cause: Object.assign(new Error(message), { code }),
    });
    this.isCollision = isCollision;
  }
}

async function grant(client: Client, grants: string): Promise<void> {
  try {
    await client.query(grants);
  } catch (thrown) {
    throw new MigrationError("Granting the service its rights", driverFailure(thrown));
  }
}

/** Repeats what running servers were in the way of. */
async function retry<T>(work: () => Promise<T>, pausesMs: readonly number[]): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await work();
    } catch (thrown) {
      if (!(thrown instanceof MigrationError) || !thrown.isCollision) throw thrown;
      log().warn({ reason: thrown.message, again_in_ms: pauseMs }, "migration is tried again");
    }
    await wait(pauseMs);
  }
  return await work();
}

/** The contents of `_prisma_migrations`: checksums of applied migrations, names of failed ones. */
interface History {
  readonly applied: ReadonlyMap<string, string>;
  readonly failed: readonly string[];
}

const findHistory = sql<object, { found: boolean }>(
  "find-migration-history",
  { found: "bool" },
  "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found",
);

const listMigrations = sql<object, { name: string; checksum: string; finished: boolean }>(
  "list-migrations",
  { name: "text", checksum: "text", finished: "bool" },
  `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
);

async function readHistory(client: Client): Promise<History> {
  const [table] = await findHistory({}, client);
  if (!table?.found) return { applied: new Map(), failed: [] };
  const rows = await listMigrations({}, client);
  return {
    applied: new Map(rows.filter((row) => row.finished).map((row) => [row.name, row.checksum])),
    failed: rows.filter((row) => !row.finished).map((row) => row.name),
  };
}

function rejectOlder([first]: readonly Migration[], { applied }: History): void {
  if (!first || applied.size === 0 || applied.has(first.name)) return;
  throw new StartupError(
    "This database was created before the first release of Latchkey and cannot be upgraded. Start with a new database: another DATABASE_URL, or another DATA_DIR for the embedded one.",
  );
}

function rejectEdited(migrations: readonly Migration[], { applied }: History): void {
  const edited = migrations.find(
    ({ name, sql }) => applied.has(name) && applied.get(name) !== checksum(sql),
  );
  if (!edited) return;
  throw new StartupError(
    `The migration ${edited.name} was edited after it had been applied to this database. Restore the file and write a new migration: npm run latchkey -- migration draft name`,
  );
}

function checksum(sql: string): string {
  return createHash("sha256").update(sql).digest("hex");
}

function migrationList(folder: string, migrations: readonly Migration[]) {
  return {
    baseDir: folder,
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok" as const, value: sql },
      },
    })),
  };
}
