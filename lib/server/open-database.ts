import { join } from "node:path";
import { expectMigrations } from "@/lib/api/health";
import { generatedKeys } from "@/lib/core/crypto/generated-keys";
import { checkDatabase } from "@/lib/core/db/check-database";
import { runningDatabaseUrl } from "@/lib/core/db/embedded/postmaster";
import { startEmbeddedDatabase } from "@/lib/core/db/embedded/start";
import { isAuditInReach, serviceRole } from "@/lib/core/db/grant-rights";
import { MIGRATIONS, MigrationError, migrate, migrationNames } from "@/lib/core/db/migrate";
import { classifyOutage } from "@/lib/core/db/outage";
import { closePool, configureDatabase } from "@/lib/core/db/pool";
import { sql } from "@/lib/core/db/sql";
import { textAt } from "@/lib/core/db/sql-state";
import type { Env } from "@/lib/core/env/env";
import { StartupError } from "@/lib/core/errors";
import { LockHeldError, takeInstanceLock } from "@/lib/core/process/lock.mjs";
import { keepDataFolderPrivate } from "@/lib/core/process/private-data-folder";
import { log } from "@/lib/core/telemetry/log";

const AUDIT_IN_REACH =
  "The service's role owns the audit log, so only triggers protect the log from changes; see docs/operating.md, Two roles";

/** The open database of this process. */
interface OpenDatabase {
  /** Address for the role that owns the tables; the service itself may use one with fewer rights. */
  readonly ownerUrl: string;
  /** A summary for people. */
  readonly summary: string;
  /** @param withinMs After this, connections are abandoned and an embedded database is killed. */
  close(withinMs?: number): Promise<void>;
}

const CLOSE_MS = 30_000;
/** The share of the closing time for connections, since a frozen database would keep them open. */
const FOR_CONNECTIONS = 0.3;

/**
 * Opens the database at DATABASE_URL or starts the embedded one; if that ends, the process does. @throws StartupError
 */
export async function openDatabase(environment: Env): Promise<OpenDatabase> {
  if (environment.databaseUrl) {
    const { databaseUrl, migrationDatabaseUrl = databaseUrl } = environment;
    await checkDatabase("DATABASE_URL", databaseUrl);
    if (migrationDatabaseUrl !== databaseUrl) {
      await checkDatabase("MIGRATION_DATABASE_URL", migrationDatabaseUrl);
    }
    configureDatabase(databaseUrl, environment.poolSize);
    await warnOfFewConnections(environment.poolSize);
    keepDataFolderPrivate(environment.dataDir);
    const { host, pathname } = new URL(databaseUrl);
    const summary = `${host}${pathname}`;
    return { ownerUrl: migrationDatabaseUrl, summary, close: closePool };
  }
  const { dataDir, poolSize } = environment;
  const { databasePassword: password } = generatedKeys(dataDir);
  const database = await startEmbeddedDatabase({
    dataDir,
    password,
    durable: true,
    connections: poolSize,
  });
  database.onUnexpectedExit((output) => endWithoutDatabase(dataDir, output));
  configureDatabase(database.applicationUrl, poolSize);
  const { port } = new URL(database.url);
  const orphan = database.stoppedOrphan
    ? ", after stopping one left behind by a killed server"
    : "";
  return {
    ownerUrl: database.url,
    summary: `PostgreSQL on port ${port}, data in ${join(dataDir, "postgres")}${orphan}`,
    async close(withinMs = CLOSE_MS) {
      const end = performance.now() + withinMs;
      await closePool(withinMs * FOR_CONNECTIONS);
      await database.stop(end - performance.now());
    },
  };
}

function endWithoutDatabase(dataDir: string, output: string): void {
  log().fatal(
    { database_log: output },
    `The embedded PostgreSQL stopped unexpectedly. Start Latchkey again; PostgreSQL repairs its data at startup. If it stops again, read ${join(dataDir, "postgres.log")} and check for a full disk or lack of memory.`,
  );
  log().flush();
  process.exit(1);
}

/** Applies pending migrations and reports them. Readiness requires them from then on. @throws StartupError */
export async function migrateDatabase({
  ownerUrl,
}: Pick<OpenDatabase, "ownerUrl">): Promise<string> {
  try {
    const applied = await migrate(ownerUrl, MIGRATIONS, await serviceRole());
    expectMigrations(await migrationNames(MIGRATIONS));
    const summary = applied.length === 0 ? "up to date" : `applied ${applied.join(", ")}`;
    return (await isAuditInReach()) ? `${summary}. ${AUDIT_IN_REACH}` : summary;
  } catch (cause) {
    const reason = explainMigration(ownerUrl, cause);
    throw reason === undefined ? cause : new StartupError(reason, { cause });
  }
}

/** SQLSTATE of a missing right (PostgreSQL, appendix A). */
const NOT_ALLOWED = "42501";

function explainMigration(ownerUrl: string, thrown: unknown): string | undefined {
  if (thrown instanceof MigrationError && thrown.isCollision) return thrown.message;
  const cause = thrown instanceof MigrationError ? thrown.cause : thrown;
  const outage = classifyOutage(cause);
  if (outage) {
    return `The database connection was lost during a migration (${outage.reason}). The unfinished migration was rolled back; start again once the database responds.`;
  }
  if (textAt(cause, "code") !== NOT_ALLOWED) {
    return thrown instanceof StartupError ? thrown.message : undefined;
  }
  const { username, pathname } = new URL(ownerUrl);
  const [role, database] = [username, pathname.slice(1)].map(decodeURIComponent);
  return `Role "${role}" is not allowed to change the tables of database "${database}". Make it their owner (ALTER DATABASE ${database} OWNER TO ${role}), or set MIGRATION_DATABASE_URL to the address for the owner's role; see docs/operating.md, Two roles.`;
}

/**
 * Opens the database for a command beside a running service, whose embedded one it shares, or without one. It works as
 * the owner, because a version that has not served yet has not granted the service's role any rights.
 * @returns a function that closes it
 * @throws StartupError while a service is starting or stopping
 */
export async function shareDatabase(
  environment: Env,
  command: string,
): Promise<() => Promise<void>> {
  if (environment.databaseUrl) return (await openDatabase(environment)).close;
  const release = tryInstanceLock(environment.dataDir, command);
  if (release) {
    const { close, ownerUrl } = await openDatabase(environment);
    configureDatabase(ownerUrl);
    return () => close().finally(release);
  }
  const { databasePassword } = generatedKeys(environment.dataDir);
  const url = runningDatabaseUrl(environment.dataDir, databasePassword);
  if (!url) {
    throw new StartupError(
      `Latchkey is starting up or shutting down on ${environment.dataDir}. Try again in a few seconds.`,
    );
  }
  configureDatabase(url);
  return closePool;
}

function tryInstanceLock(dataDir: string, command: string): (() => void) | null {
  try {
    return takeInstanceLock(dataDir, command);
  } catch (error) {
    if (error instanceof LockHeldError) return null;
    throw error;
  }
}

/** Logs one line if the pool may open more connections than PostgreSQL accepts: requests would get 503, under load. */
async function warnOfFewConnections(poolSize: number): Promise<void> {
  const [{ maxConnections, reserved } = { maxConnections: poolSize, reserved: 0 }] =
    await findLimit({});
  const available = maxConnections - reserved;
  if (poolSize <= available) return;
  log().warn(
    { pool_size: poolSize, max_connections: maxConnections, reserved },
    `POOL_SIZE is ${poolSize}, but PostgreSQL accepts ${available} connections from the service's role. Raise max_connections, or lower POOL_SIZE until all instances together open at most ${available}; see docs/availability.md`,
  );
}

// Some are reserved for superusers and privileged roles. PostgreSQL 15 and older do not know reserved_connections.
const findLimit = sql<object, { maxConnections: number; reserved: number }>(
  "find-connection-limit",
  { maxConnections: "int4", reserved: "int4" },
  `
  SELECT current_setting('max_connections')::int AS "maxConnections",
    current_setting('superuser_reserved_connections')::int
      + coalesce(current_setting('reserved_connections', true)::int, 0) AS reserved`,
);
