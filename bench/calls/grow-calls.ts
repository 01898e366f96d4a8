import { join } from "node:path";
import { seedCalls } from "@/bench/calls/seed-calls";
import { seedOwners, signInReaders } from "@/bench/calls/seed-owners";
import { type ServedLog, type Timing, timeLogs } from "@/bench/calls/time-logs";
import { type BenchDatabase, startBenchDatabase } from "@/bench/database";
import { machineFacts } from "@/bench/machine-facts.mjs";
import { freePort, type ServerProcess, startServer } from "@/bench/server-process.mjs";
import { writeResults } from "@/bench/write-results.mjs";
import { migrate } from "@/lib/kernel/db/migrate";
import { closePool, configureDatabase } from "@/lib/kernel/db/pool";
import { configureEnv } from "@/lib/kernel/env";
import { say } from "@/scripts/step.mjs";

/** The number of calls for comparison. */
const FEW = 50_000;
/** Results with this many calls are written to docs/benchmarks.md. */
const DOCUMENTED = 50_000_000;
/** The maximum acceptable slowdown. */
const BOUND = 3;

// The databases may outlive the run, and with them what these keys encrypt.
const SETTINGS = {
  ENCRYPTION_KEYS: `bench:${Buffer.alloc(32, "bench").toString("base64")}`,
  NEXTAUTH_SECRET: Buffer.alloc(32, "bench").toString("base64url"),
};

/**
 * Fills the API log of one database with 50,000 calls and that of another with `count`, and prints how long each page
 * of both takes to open.
 * @param folder where the databases stay for the next run; by default, they are removed
 * @returns whether nothing took more than three times as long with `count`
 */
export async function benchCallGrowth(count: number, folder?: string): Promise<boolean> {
  const database = await startBenchDatabase(folder);
  const servers: ServerProcess[] = [];
  try {
    configureEnv(SETTINGS);
    const logs: ServedLog[] = [];
    for (const calls of [FEW, count]) {
      const databaseUrl = await openLog(database, calls);
      configureDatabase(databaseUrl);
      const readers = await signInReaders();
      const server = await serve(database, databaseUrl, calls);
      servers.push(server);
      logs.push({ databaseUrl, readers, origin: server.origin });
      await closePool();
    }
    return report(count, await timeLogs(logs));
  } finally {
    for (const server of servers) await server.stop();
    await closePool();
    await database.stop();
  }
}

function openLog(database: BenchDatabase, count: number): Promise<string> {
  return database.openDatabase(`calls_${count}`, async (url) => {
    say(`Storing ${count.toLocaleString("en")} calls`);
    await migrate(url, "prisma/migrations");
    configureDatabase(url);
    const owners = await seedOwners();
    await closePool();
    await seedCalls(url, count, owners);
  });
}

async function serve({ folder }: BenchDatabase, databaseUrl: string, calls: number) {
  const port = await freePort();
  const name = `server-${calls}`;
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

function report(count: number, timings: readonly Timing[]): boolean {
  const [few, many] = [FEW, count].map((calls) => calls.toLocaleString("en"));
  const lines = timings.map(({ name, inLogs: [fewMs = 0, manyMs = 0] }) => {
    const cells = [fewMs, manyMs, manyMs / fewMs].map((value) => value.toFixed(1));
    return `| ${[name, ...cells].join(" | ")} |`;
  });
  const head = [
    `| medians in ms | ${few} calls | ${many} calls | ratio |`,
    "| --- | ---: | ---: | ---: |",
  ];
  const text = `${machineFacts()}\n\n${[...head, ...lines].join("\n")}`;
  say(text);
  if (count >= DOCUMENTED) writeResults("calls", text);
  return timings.every(({ inLogs: [fewMs = 0, manyMs = 0] }) => manyMs <= BOUND * fewMs);
}
