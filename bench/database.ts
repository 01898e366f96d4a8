import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
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
  stop(): Promise<void>;
}

/** Starts the PostgreSQL that comes with Latchkey, as durable as in production. */
export async function startBenchDatabase(): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-bench-"));
  // As root, the database's own account must be able to enter the folder.
  await chmod(folder, 0o711);
  const server = await startEmbeddedDatabase({
    dataDir: folder,
    password: "bench",
    durable: true,
  });
  const pidFile = await readFile(join(folder, "postgres/postmaster.pid"), "utf8");
  return {
    folder,
    postmasterPid: Number.parseInt(pidFile, 10),
    async createDatabase(name) {
      await execute(server.url, `CREATE DATABASE "${name}"`);
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      return url.href;
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Freshly filled tables have no statistics yet, which leads to poor plans. */
export async function analyze(databaseUrl: string): Promise<void> {
  await execute(databaseUrl, "VACUUM ANALYZE");
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
