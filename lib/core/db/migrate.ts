import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client, Pool } from "pg";
import { openSchemaEngine } from "@/lib/core/db/schema-engine";
import { sql } from "@/lib/core/db/sql";
import { StartupError } from "@/lib/core/startup-error";

/** Where the migrations are. */
export const MIGRATIONS = "prisma/migrations";

/**
 * An arbitrary number, the same for every Latchkey. The engine also takes Prisma's own lock, which excludes `prisma
 * migrate deploy`, but it gives up on it after 10 s.
 */
const MIGRATION_LOCK = 7_283_946_501;

const lock = sql<{ lock: number }>("lock-migrations", {}, "SELECT pg_advisory_lock(:lock)");

/** Waits for other servers to finish migrating, and keeps them waiting until the connection is closed. */
export async function waitForMigrations(client: Client): Promise<void> {
  await lock({ lock: MIGRATION_LOCK }, client);
}

interface Migration {
  readonly name: string;
  readonly sql: string;
}

/**
 * Applies the migrations of a folder that the database does not have yet, in order. Servers that start at once on one
 * database wait for each other. The history is kept in `_prisma_migrations`, so `prisma migrate deploy` remains usable.
 *
 * @param url `postgresql://` address of the database.
 * @param folder `prisma/migrations`.
 * @param names Only these, for a backup of an earlier version; by default all.
 * @returns Names of the migrations just applied; empty if the database was up to date.
 * @throws StartupError if a migration fails (the next call retries it), was edited after it was applied, or the database
 *   is older than the first migration.
 */
export async function migrate(
  url: string,
  folder: string,
  names?: readonly string[],
): Promise<readonly string[]> {
  const all = await readMigrations(folder);
  const migrations = all.filter(({ name }) => names?.includes(name) ?? true);
  // A separate pool: the service's limits statement time, and a migration may need more.
  const connection = { connectionString: url, application_name: "latchkey-migrate" };
  const pool = new Pool(connection);
  const client = new Client(connection);
  try {
    await client.connect();
    await waitForMigrations(client);
    return await applyMissing(pool, client, folder, migrations);
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
  folder: string,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  const history = await readHistory(client);
  rejectOlder(migrations, history);
  rejectEdited(migrations, history);
  // Most starts have nothing to apply and skip loading the engine.
  if (migrations.every(({ name }) => history.applied.has(name))) return [];
  const engine = await openSchemaEngine(pool);
  try {
    // A migration is one transaction, so a failed one left nothing behind and can run again.
    for (const migrationName of history.failed) {
      await engine.markMigrationRolledBack({ migrationName });
    }
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: migrationList(folder, migrations),
      filters: { externalTables: [], externalEnums: [] },
    });
    return appliedMigrationNames;
  } finally {
    engine.free();
  }
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
