import { join } from "node:path";
import { startEmbeddedDatabase } from "@/lib/db/embedded/start";
import { migrate, migrationNames } from "@/lib/db/migrate";
import { closePool, configureDatabase } from "@/lib/db/pool";
import type { Env } from "@/lib/env";
import { generatedKeys } from "@/lib/generated-keys";
import { expectMigrations } from "@/lib/http/health";
import { log } from "@/lib/log";

const MIGRATIONS = "prisma/migrations";

/** A database that is open for this process. */
export interface OpenDatabase {
  readonly url: string;
  /** What was done, for people. */
  readonly summary: string;
  close(): Promise<void>;
}

/**
 * Opens the database of the environment: the one of DATABASE_URL, or the embedded one, which is
 * started. Should the embedded one end while the service runs, the process ends as well.
 */
export async function openDatabase(environment: Env): Promise<OpenDatabase> {
  if (environment.databaseUrl) {
    configureDatabase(environment.databaseUrl);
    const { host, pathname } = new URL(environment.databaseUrl);
    return { url: environment.databaseUrl, summary: `${host}${pathname}`, close: closePool };
  }
  const { dataDir } = environment;
  const { databasePassword: password } = generatedKeys(dataDir);
  const database = await startEmbeddedDatabase({ dataDir, password, durable: true });
  database.onUnexpectedExit((said) => endWithoutDatabase(dataDir, said));
  configureDatabase(database.url);
  const { port } = new URL(database.url);
  const orphan = database.stoppedOrphan ? ", after stopping the one that a killed server left" : "";
  return {
    url: database.url,
    summary: `PostgreSQL on port ${port}, data in ${join(dataDir, "postgres")}${orphan}`,
    async close() {
      await closePool();
      await database.stop();
    },
  };
}

function endWithoutDatabase(dataDir: string, said: string): void {
  log().fatal(
    { database_log: said },
    `The embedded PostgreSQL ended by itself. Start again: it repairs its data on the way up. If it ends again, read ${join(dataDir, "postgres.log")} and look for a full disk or memory.`,
  );
  log().flush();
  process.exit(1);
}

/** Applies what is missing, and makes readiness depend on it. @returns What was done, for people. */
export async function migrateDatabase(url: string): Promise<string> {
  const applied = await migrate(url, MIGRATIONS);
  expectMigrations(await migrationNames(MIGRATIONS));
  return applied.length === 0 ? "up to date" : `applied ${applied.join(", ")}`;
}
