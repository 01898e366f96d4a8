import next from "next";
import { endpoints } from "@/lib/api/endpoints";
import { requestListener } from "@/lib/api/request-listener";
import { captureOutput } from "@/lib/boot/capture-output";
import { checkPort, listen } from "@/lib/boot/listen";
import { migrateDatabase, openDatabase } from "@/lib/boot/open-database";
import { prepareData } from "@/lib/boot/prepare-data";
import { createShutdown } from "@/lib/boot/shutdown";
import { upgradesForNext } from "@/lib/boot/upgrades-for-next";
import { startCallWriter } from "@/lib/calls/call-writer";
import { startDeliveryWorker } from "@/lib/deliveries/delivery-worker";
import { loadRules, startRulesWatcher } from "@/lib/gate/rules/watch-rules";
import { configureEnv, type Env } from "@/lib/kernel/env";
import { describeProxyTrust, proxyTrust } from "@/lib/kernel/http/client-address";
import { startDraining } from "@/lib/kernel/http/draining";
import { LockHeldError, takeInstanceLock } from "@/lib/kernel/lock.mjs";
import { log } from "@/lib/kernel/log";
import { StartupError } from "@/lib/kernel/startup-error";
import { startCleanUpWorker } from "@/lib/maintenance/clean-up-worker";
import { say, step } from "@/scripts/step.mjs";

/** Everything to stop when the process ends; `scripts/start.mjs` adds the sample extension. */
export const shutdown = createShutdown();

/** How long requests are still served while readiness already fails, for load balancers. In milliseconds. */
const noticeOf = ({ shutdownSeconds }: Env) => (shutdownSeconds * 1000) / 5;

/** Starts the service: environment, lock, database, migrations, data, pages, HTTP. */
async function start(): Promise<void> {
  const environment = configureEnv();
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
  await step(
    "Migrations",
    () => migrateDatabase(database),
    (done) => done,
  );
  const lines = await step("Data", prepareData);
  const { development: dev, host: hostname, port } = environment;
  const upgrades = upgradesForNext();
  const app = next({ dev, hostname, port, httpServer: upgrades.server });
  await step("Pages", () => app.prepare());
  const lane = environment.fastLane ? endpoints : [];
  const listener = requestListener(environment, lane, app.getRequestHandler());
  shutdown.add("workers", startCallWriter());
  shutdown.add("workers", startDeliveryWorker());
  shutdown.add("workers", startCleanUpWorker());
  if (rules) shutdown.add("workers", startRulesWatcher(rules));
  if (!dev) captureOutput();
  const stopListening = await listen(environment, listener, dev ? { upgrade: upgrades.pass } : {});
  const noticeMs = environment.baseUrl.startsWith("https:") ? noticeOf(environment) : 0;
  shutdown.add("requests", (within) => {
    startDraining();
    return stopListening({ notice: Math.min(noticeMs, within), within });
  });
  for (const line of lines) say(line);
  const trust = proxyTrust(environment);
  if (trust.chained || trust.trusted.length > 0) say(`Proxies: ${describeProxyTrust(trust)}`);
  say(`Latchkey is ready: ${environment.baseUrl}`);
}

/** Prints why the service cannot start, with a stack trace for unexpected errors. */
function explain(error: unknown): void {
  const foreseen = error instanceof StartupError || error instanceof LockHeldError;
  const text = error instanceof Error ? (foreseen ? error.message : error.stack) : String(error);
  process.stderr.write(`${text}\n`);
}

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
