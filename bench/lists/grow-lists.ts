import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { type BenchDatabase, startBenchDatabase } from "@/bench/database";
import { clientSearches, consolePages, listPages } from "@/bench/lists/lists";
import { seedLists, signInListReaders } from "@/bench/lists/seed-lists";
import { type Store, type Timing, timePages } from "@/bench/lists/time-pages";
import { machineFacts } from "@/bench/machine-facts.mjs";
import { freePort, startServer } from "@/bench/server-process.mjs";
import { writeResults } from "@/bench/write-results.mjs";
import { migrate } from "@/lib/core/db/migrate";
import { closePool, configureDatabase } from "@/lib/core/db/pool";
import { configureEnv } from "@/lib/core/env/env";
import { print } from "@/scripts/step.mjs";

/** The number of rows for comparison. */
const FEW = 1_000;
/** Results with this many rows are written to bench/README.md. */
const DOCUMENTED = 100_000;
/** The maximum acceptable slowdown. */
const BOUND = 3;

const SETTINGS = {
  ENCRYPTION_KEYS: `bench:${randomBytes(32).toString("base64")}`,
  NEXTAUTH_SECRET: randomBytes(32).toString("base64url"),
};

/**
 * Fills each list of one installation with 1,000 rows and of another with `count`, and prints how long their pages take.
 * @returns whether nothing took more than three times as long with `count`, except what is known to grow
 */
export async function benchLists(count: number): Promise<boolean> {
  const database = await startBenchDatabase();
  const stores: Store[] = [];
  try {
    configureEnv(SETTINGS);
    for (const rows of [FEW, count]) stores.push(await openStore(database, rows));
    const timings = await timePages(stores);
    const text = `${machineFacts()}\n\n${table(count, timings)}`;
    print(text);
    if (count >= DOCUMENTED) writeResults("lists", text);
    return isBounded(timings);
  } finally {
    for (const store of stores) await store.stop();
    await database.stop();
  }
}

/** Fills a database, signs in those who read its lists, and starts a server on it. */
async function openStore(database: BenchDatabase, rows: number): Promise<Store> {
  print(`Storing ${rows.toLocaleString("en")} rows`);
  const url = await database.createDatabase(`rows_${rows}`);
  await migrate(url, "prisma/migrations");
  configureDatabase(url);
  await seedLists(url, rows);
  const readers = await signInListReaders();
  await closePool();
  const name = `server-${rows}`;
  const port = await freePort();
  const { origin, stop } = await startServer({
    name,
    port,
    readyPath: "/readyz",
    args: ["scripts/start.mjs", "--built"],
    env: {
      ...SETTINGS,
      DATABASE_URL: url,
      PORT: String(port),
      DATA_DIR: join(database.folder, name),
    },
    logFolder: database.folder,
  });
  const lists = await listPages(origin, readers);
  return { origin, stop, pages: [...lists, ...clientSearches(readers), ...consolePages(readers)] };
}

function table(count: number, timings: readonly Timing[]): string {
  const columns = [FEW, count].map((rows) => `${rows.toLocaleString("en")} rows`);
  const lines = timings.map(({ name, inStores: [fewMs = 0, manyMs = 0] }) => {
    const cells = [fewMs, manyMs, manyMs / fewMs].map((value) => value.toFixed(1));
    return `| ${[name, ...cells].join(" | ")} |`;
  });
  const head = `| medians in ms | ${columns.join(" | ")} | ratio |`;
  return [head, "| --- | ---: | ---: | ---: |", ...lines].join("\n");
}

/** Prints what took more than three times as long with many rows, and returns whether nothing did. */
function isBounded(timings: readonly Timing[]): boolean {
  const slow = timings.filter(({ mayGrow, inStores: [fewMs = 0, manyMs = 0] }) => {
    return !mayGrow && manyMs > BOUND * fewMs;
  });
  for (const { name } of slow) print(`More than ${BOUND} times slower: ${name}`);
  return slow.length === 0;
}
