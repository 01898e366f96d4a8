import next from "next";
import { checkPort, listen } from "@/lib/boot/listen";
import { migrateDatabase, openDatabase } from "@/lib/boot/open-database";
import { prepareData } from "@/lib/boot/prepare-data";
import { createShutdown } from "@/lib/boot/shutdown";
import { startDeliveryWorker } from "@/lib/deliveries/delivery-worker";
import { configureEnv } from "@/lib/env";
import { fastPaths } from "@/lib/http/fast-paths";
import { requestListener } from "@/lib/http/request-listener";
import { log } from "@/lib/log";
import { startCleanUpWorker } from "@/lib/maintenance/clean-up-worker";
import { StartupError } from "@/lib/startup-error";
import { LockHeldError, takeInstanceLock } from "@/scripts/lock.mjs";
import { say, step } from "@/scripts/step.mjs";

/** What ends with the process; `scripts/start.mjs` adds the sample extension. */
export const shutdown = createShutdown();

/** Starts the service: environment, lock, database, migrations, data, pages, HTTP. */
async function start(): Promise<void> {
  const environment = configureEnv();
  log().level = environment.logLevel;
  shutdown.add(takeInstanceLock(environment.dataDir, environment.baseUrl));
  await checkPort(environment);
  const database = await step(
    "Database",
    () => openDatabase(environment),
    ({ summary }) => summary,
  );
  shutdown.add(database.close);
  await step(
    "Migrations",
    () => migrateDatabase(database),
    (done) => done,
  );
  const lines = await step("Data", prepareData);
  const { development: dev, host: hostname, port } = environment;
  const app = next({ dev, hostname, port });
  await step("Pages", () => app.prepare());
  const lane = environment.fastLane ? fastPaths : [];
  const listener = requestListener(environment, lane, app.getRequestHandler());
  const upgrade = dev ? app.getUpgradeHandler() : undefined;
  shutdown.add(await listen(environment, listener, upgrade));
  shutdown.add(startDeliveryWorker());
  shutdown.add(startCleanUpWorker());
  for (const line of lines) say(line);
  say(`Latchkey is ready: ${environment.baseUrl}`);
}

/** Says why the service cannot start; what nobody foresaw also says where. */
function explain(error: unknown): void {
  const foreseen = error instanceof StartupError || error instanceof LockHeldError;
  const text = error instanceof Error ? (foreseen ? error.message : error.stack) : String(error);
  process.stderr.write(`${text}\n`);
}

const started = start();

// A start under way is finished before it is undone: half a database start could not be.
const stop = () => started.catch(() => {}).then(() => shutdown.run(0));
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
process.on("uncaughtException", (err) => {
  log().fatal({ err }, "unforeseen error");
  void shutdown.run(1);
});

await started.catch(async (error: unknown) => {
  explain(error);
  await shutdown.run(1);
});
