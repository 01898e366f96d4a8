import { followDatabaseClock } from "@/lib/core/db/follow-clock";
import { configureEnv, unknownSettings } from "@/lib/core/env/env";
import { StartupError } from "@/lib/core/errors";
import { describeProxyTrust, proxyTrust } from "@/lib/core/http/ip-address";
import { LockError, takeInstanceLock } from "@/lib/core/process/lock.mjs";
import { log } from "@/lib/core/telemetry/log";
import { measureProcess } from "@/lib/core/telemetry/metrics";
import { loadRules, startRulesWatcher } from "@/lib/gate/rules/watch-rules";
import { checkProvider } from "@/lib/platform/provider/discover-provider";
import { noteDatabaseAge, startAgeWorker } from "@/lib/server/backup/database-age";
import { captureOutput } from "@/lib/server/capture-output";
import { checkPort } from "@/lib/server/listen";
import { startCleanUpWorker } from "@/lib/server/maintenance/clean-up";
import { measureInstallation } from "@/lib/server/maintenance/measure-installation";
import { migrateDatabase, openDatabase } from "@/lib/server/open-database";
import { prepareData } from "@/lib/server/prepare-data";
import { preparePages, serve, serveMetrics } from "@/lib/server/serve";
import { createShutdown } from "@/lib/server/shutdown";
import { print, step } from "@/scripts/step.mjs";

/** Everything to stop when the process ends; `scripts/start.mjs` adds the sample extension. */
export const shutdown = createShutdown();

/** Starts the service: environment, lock, database, migrations, data, and then the server. */
async function start(): Promise<void> {
  const environment = configureEnv(undefined, { isStart: true });
  for (const warning of unknownSettings()) print(`Warning: ${warning}`);
  log().level = environment.logLevel;
  shutdown.limit(environment.shutdownSeconds);
  shutdown.add("lock", takeInstanceLock(environment.dataDir, environment.baseUrl));
  await checkPort(environment);
  const { gateRulesFile } = environment;
  const rules = gateRulesFile === undefined ? undefined : await loadRules(gateRulesFile);
  const database = await step(
    "Database",
    () => openDatabase(environment),
    ({ summary }) => summary,
  );
  shutdown.add("database", database.close);
  shutdown.add("workers", await followDatabaseClock());
  await step("Migrations", () => migrateDatabase(database), String);
  const lines = await step("Data", prepareData);
  const age = await noteDatabaseAge(environment.dataDir);
  shutdown.add("workers", startAgeWorker(environment.dataDir));
  shutdown.add("workers", startCleanUpWorker());
  measureInstallation();
  const { metricsPort } = environment;
  if (metricsPort) shutdown.add("requests", await serveMetrics(environment.host, metricsPort));
  const pages = await step("Pages", () => preparePages(environment));
  if (rules) shutdown.add("workers", startRulesWatcher(rules));
  if (!environment.development) captureOutput();
  await serve(environment, pages, shutdown);
  for (const line of age === null ? lines : [...lines, `Warning: ${age}`]) print(line);
  const trust = proxyTrust(environment);
  if (trust.chained || trust.trusted.length > 0) print(`Proxies: ${describeProxyTrust(trust)}`);
  if (environment.provider) print(`Provider: ${(await checkProvider()).summary}`);
  print(`Latchkey is ready: ${environment.baseUrl}`);
}

/** Prints why the service cannot start, with a stack trace for unexpected errors. */
function explain(error: unknown): void {
  const foreseen = error instanceof StartupError || error instanceof LockError;
  const text = error instanceof Error ? (foreseen ? error.message : error.stack) : String(error);
  process.stderr.write(`${text}\n`);
}

measureProcess();
const started = start();

// Lets a start in progress finish before undoing it, if it does not take too long.
const stop = () =>
  shutdown.run(
    0,
    started.catch(() => {}),
  );
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
