import { chmod, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { startEmbeddedDatabase } from "@/lib/core/db/embedded/start";

/** The PostgreSQL of a run: one server, with a database for each product. */
export interface BenchDatabase {
  /** Folder of the run; removed with the server. */
  readonly folder: string;
  /** The postmaster, parent of PostgreSQL's other processes. */
  readonly postmasterPid: number;
  /**
   * Creates an empty database.
   * @returns Its `postgresql://` address.
   */
  createDatabase(name: string): Promise<string>;
  /**
   * Opens a database that an earlier run in the same folder filled, or creates and fills it. `fill` must close its
   * connections.
   * @returns Its `postgresql://` address.
   */
  openDatabase(name: string, fill: (url: string) => Promise<void>): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that comes with Latchkey, as durable as in production.
 * @param kept Folder of databases that outlive the run; by default a new one, removed in the end.
 */
export async function startBenchDatabase(kept?: string): Promise<BenchDatabase> {
  if (kept) await mkdir(kept, { recursive: true });
  const folder = kept ?? (await mkdtemp(join(tmpdir(), "latchkey-bench-")));
  // As root, the database's own account must be able to enter the folder.
  await chmod(folder, 0o711);
  const server = await startEmbeddedDatabase({
    dataDir: folder,
    password: "bench",
    durable: true,
  });
  const addressOf = (name: string) => {
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    return url.href;
  };
  const pidFile = await readFile(join(folder, "postgres/postmaster.pid"), "utf8");
  return {
    folder,
    postmasterPid: Number.parseInt(pidFile, 10),
    async createDatabase(name) {
      await execute(server.url, `CREATE DATABASE "${name}"`);
      return addressOf(name);
    },
    async openDatabase(name, fill) {
      if (await exists(server.url, name)) return addressOf(name);
      const unfinished = `${name}_unfinished`;
      await execute(server.url, `DROP DATABASE IF EXISTS "${unfinished}"`);
      await execute(server.url, `CREATE DATABASE "${unfinished}"`);
      await fill(addressOf(unfinished));
      await execute(server.url, `ALTER DATABASE "${unfinished}" RENAME TO "${name}"`);
      return addressOf(name);
    },
    async stop() {
      await server.stop();
      if (!kept) await rm(folder, { recursive: true });
    },
  };
}

/** Freshly filled tables have no statistics yet, which leads to poor plans. */
export async function analyze(databaseUrl: string): Promise<void> {
  await execute(databaseUrl, "VACUUM ANALYZE");
}

async function exists(url: string, name: string): Promise<boolean> {
  const rows = await execute(url, "SELECT FROM pg_database WHERE datname = $1", [name]);
  return rows === 1;
}

/** Returns the number of rows. */
async function execute(url: string, sql: string, values: string[] = []): Promise<number | null> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql, values)).rowCount;
  } finally {
    await client.end();
  }
}
