import { join } from "node:path";
import { endsWithin } from "@/lib/boot/ends-within";
import { startEmbeddedDatabase } from "@/lib/db/embedded/start";
import { grantRights, isAuditInReach, serviceRole } from "@/lib/db/grant-rights";
import { migrate, migrationNames } from "@/lib/db/migrate";
import { closePool, configureDatabase } from "@/lib/db/pool";
import type { Env } from "@/lib/env";
import { generatedKeys } from "@/lib/generated-keys";
import { expectMigrations } from "@/lib/http/health";
import { log } from "@/lib/log";
import { keepDataFolderPrivate } from "@/lib/private-data-folder";

const MIGRATIONS = "prisma/migrations";

const AUDIT_IN_REACH =
  "The service's role owns the audit log, and only triggers keep it from changing that: docs/operating.md, Two roles";

/** A database that is open for this process. */
export interface OpenDatabase {
  /** Address for the role that owns the tables; the service itself may work as a lesser one. */
  readonly ownerUrl: string;
  /** What was done, for people. */
  readonly summary: string;
  /** @param withinMs After this, connections are given up and an embedded database is killed. */
  close(withinMs?: number): Promise<void>;
}

const CLOSE_MS = 30_000;
/** Of the time to close a database: for its connections. A frozen one keeps them. */
const FOR_CONNECTIONS = 0.3;

/**
 * Opens the database of the environment: the one of DATABASE_URL, or the embedded one, which is
 * started. Should the embedded one end while the service runs, the process ends as well.
 */
export async function openDatabase(environment: Env): Promise<OpenDatabase> {
  if (environment.databaseUrl) {
    const { databaseUrl, migrationDatabaseUrl = databaseUrl } = environment;
    configureDatabase(databaseUrl);
    keepDataFolderPrivate(environment.dataDir);
    const { host, pathname } = new URL(databaseUrl);
    const summary = `${host}${pathname}`;
    return { ownerUrl: migrationDatabaseUrl, summary, close: closeConnections };
  }
  const { dataDir } = environment;
  const { databasePassword: password } = generatedKeys(dataDir);
  const database = await startEmbeddedDatabase({ dataDir, password, durable: true });
  database.onUnexpectedExit((said) => endWithoutDatabase(dataDir, said));
  configureDatabase(database.applicationUrl);
  const { port } = new URL(database.url);
  const orphan = database.stoppedOrphan ? ", after stopping the one that a killed server left" : "";
  return {
    ownerUrl: database.url,
    summary: `PostgreSQL on port ${port}, data in ${join(dataDir, "postgres")}${orphan}`,
    async close(withinMs = CLOSE_MS) {
      const end = performance.now() + withinMs;
      await closeConnections(withinMs * FOR_CONNECTIONS);
      await database.stop(end - performance.now());
    },
  };
}

/** Waits for queries under way, but not for those that a frozen database never answers. */
async function closeConnections(withinMs = CLOSE_MS): Promise<void> {
  if (await endsWithin(closePool(), withinMs)) return;
  log().warn("The database did not answer; its connections were given up");
}

function endWithoutDatabase(dataDir: string, said: string): void {
  log().fatal(
    { database_log: said },
    `The embedded PostgreSQL ended by itself. Start again: it repairs its data on the way up. If it ends again, read ${join(dataDir, "postgres.log")} and look for a full disk or memory.`,
  );
  log().flush();
  process.exit(1);
}

/**
 * Applies what is missing, makes readiness depend on it, and gives the service's role its rights.
 *
 * @returns What was done, for people.
 */
export async function migrateDatabase({ ownerUrl }: OpenDatabase): Promise<string> {
  const applied = await migrate(ownerUrl, MIGRATIONS);
  expectMigrations(await migrationNames(MIGRATIONS));
  await grantRights(ownerUrl, await serviceRole());
  const done = applied.length === 0 ? "up to date" : `applied ${applied.join(", ")}`;
  return (await isAuditInReach()) ? `${done}. ${AUDIT_IN_REACH}` : done;
}
