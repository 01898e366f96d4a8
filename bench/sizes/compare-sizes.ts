import { join } from "node:path";
import { type BenchDatabase, startBenchDatabase } from "@/bench/database";
import { freePort, type ServerProcess, startServer } from "@/bench/server-process.mjs";
import { type Measure, type Store, type Timing, timeStores } from "@/bench/sizes/time-stores";
import { migrate } from "@/lib/core/db/migrate";
import { closePool, configureDatabase } from "@/lib/core/db/pool";
import { configureEnv } from "@/lib/core/env";
import { say } from "@/scripts/step.mjs";

// The databases may outlive the run, and with them what these keys encrypt.
const SETTINGS = {
  ENCRYPTION_KEYS: `bench:${Buffer.alloc(32, "bench").toString("base64")}`,
  NEXTAUTH_SECRET: Buffer.alloc(32, "bench").toString("base64url"),
};

/** What a benchmark stores few and many of, and what it then times. */
export interface Subject<Readers> {
  /** Plural of what is stored; part of the databases' names. */
  readonly name: string;
  readonly few: number;
  readonly many: number;
  /** Fills an empty, migrated database. */
  fill(databaseUrl: string, count: number): Promise<void>;
  /** Signs in those who open the pages. */
  signIn(): Promise<Readers>;
  /** @param origin address of the server that shows this store */
  measures(readers: Readers, origin: string): Promise<readonly Measure[]>;
}

/**
 * Fills one database with a few rows and another with many, starts a server on each, and times the same things in both.
 * @param folder where the databases stay for the next run; by default, they are removed
 */
export async function compareSizes<Readers>(
  subject: Subject<Readers>,
  folder?: string,
): Promise<Timing[]> {
  const database = await startBenchDatabase(folder);
  const servers: ServerProcess[] = [];
  try {
    configureEnv(SETTINGS);
    const stores: Store[] = [];
    for (const count of [subject.few, subject.many]) {
      const databaseUrl = await openStore(database, subject, count);
      configureDatabase(databaseUrl);
      const readers = await subject.signIn();
      const server = await serve(database, databaseUrl, count);
      servers.push(server);
      stores.push({ databaseUrl, measures: () => subject.measures(readers, server.origin) });
      await closePool();
    }
    return await timeStores(stores);
  } finally {
    for (const server of servers) await server.stop();
    await closePool();
    await database.stop();
  }
}

function openStore<Readers>(
  database: BenchDatabase,
  { name, fill }: Subject<Readers>,
  count: number,
): Promise<string> {
  return database.openDatabase(`${name}_${count}`, async (url) => {
    say(`Storing ${count.toLocaleString("en")} ${name}`);
    await migrate(url, "prisma/migrations");
    configureDatabase(url);
    await fill(url, count);
    await closePool();
  });
}

async function serve({ folder }: BenchDatabase, databaseUrl: string, count: number) {
  const port = await freePort();
  const name = `server-${count}`;
  return startServer({
    name,
    port,
    readyPath: "/readyz",
    args: ["scripts/start.mjs", "--built"],
    env: {
      ...SETTINGS,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      DATA_DIR: join(folder, name),
    },
    logFolder: folder,
  });
}
