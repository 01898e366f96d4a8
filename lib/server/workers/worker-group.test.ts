import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { freePort } from "@/lib/core/db/embedded/start";
import { StartupError } from "@/lib/core/startup-error";
import { WorkerGroup } from "@/lib/server/workers/worker-group";
import { takeLog } from "@/test/requests/take-log";

const log = takeLog();
let folder: string;

beforeEach(async () => {
  log.length = 0;
  folder = await mkdtemp(join(tmpdir(), "latchkey-workers-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** A worker that serves until the primary stops it. */
const SERVE = `
  process.send({ kind: "loaded" });
  process.on("message", ({ kind }) => {
    if (kind === "start") process.send({ kind: "ready" });
    if (kind === "stop") process.exit(0);
  });`;

/** A group of processes that run this code. */
async function groupOf(code: string): Promise<WorkerGroup> {
  const script = join(folder, "worker.mjs");
  await writeFile(script, code);
  const group = new WorkerGroup({
    script,
    databaseUrl: "postgresql://nowhere",
    migrations: [],
    gate: () => null,
  });
  onTestFinished(async () => {
    await group.stop(0);
    await group.end(0).catch(() => {});
  });
  return group;
}

const replacements = () =>
  log
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === "worker ended and is being replaced")
    .map(({ worker, exit_code, restart_in_ms }) => ({ worker, exit_code, restart_in_ms }));

it("does not start if a worker ends before it serves", async () => {
  const group = await groupOf("process.exit(3);");
  await expect(group.start(2)).rejects.toThrow(StartupError);
  await expect(group.end(1_000)).rejects.toThrow("A worker ended with an error.");
});

it("replaces a worker that keeps dying, at once and then after growing delays", async () => {
  // The first process exits when it gets new rules; its replacements exit as soon as they serve.
  const group = await groupOf(`
    import { existsSync, writeFileSync } from "node:fs";
    ${SERVE}
    const file = ${JSON.stringify(join(folder, "was-here"))};
    const isFirst = !existsSync(file);
    writeFileSync(file, "");
    process.on("message", ({ kind }) => {
      if (kind === "rules" || (kind === "start" && !isFirst)) setTimeout(() => process.exit(7), 50);
    });`);
  await group.start(1);
  group.sendRules({ rules: [], problem: null });
  await expect.poll(replacements).toEqual([
    { worker: 1, exit_code: 7, restart_in_ms: 0 },
    { worker: 1, exit_code: 7, restart_in_ms: 1_000 },
    { worker: 1, exit_code: 7, restart_in_ms: 2_000 },
  ]);
});

it("stops all workers and replaces none of them", async () => {
  const group = await groupOf(SERVE);
  await group.start(3);
  await group.stop(10_000);
  await group.end(1_000);
  expect(replacements()).toEqual([]);
});

it("closes or serves a connection that reaches a worker as it is killed, and leaves none waiting", async () => {
  const port = await freePort();
  const group = await groupOf(`
    import { createServer } from "node:http";
    process.send({ kind: "loaded" });
    process.on("message", ({ kind }) => {
      if (kind === "stop") process.exit(0);
      if (kind !== "start") return;
      createServer((_, response) => response.setHeader("connection", "close").end(String(process.pid)))
        .listen(${port}, "127.0.0.1", () => process.send({ kind: "ready" }));
    });`);
  await group.start(2);
  const ask = async () => (await fetch(`http://127.0.0.1:${port}`)).text();
  for (let round = 0; round < 3; round++) {
    const victim = Number(await ask());
    process.kill(victim, "SIGKILL");
    const settled = await Promise.allSettled([ask(), ask(), ask(), ask()]);
    const rejected = settled.filter(({ status }) => status === "rejected");
    expect(rejected.length, "the killed worker had at most one connection").toBeLessThanOrEqual(1);
    const answering = async () => new Set([await ask(), await ask()]).size;
    await expect.poll(answering).toBe(2);
  }
});

it("reports the metrics of all workers to one that asks, and leaves out a worker that does not answer", async () => {
  const file = join(folder, "reports.json");
  // The first worker asks when it gets rules. The second one never sends its metrics.
  const group = await groupOf(`
    import { renameSync, writeFileSync } from "node:fs";
    ${SERVE}
    const file = ${JSON.stringify(file)};
    let isFirst;
    process.on("message", ({ kind, id, settings, reports }) => {
      if (kind === "start") isFirst = settings.worker === 1;
      if (kind === "rules" && isFirst) process.send({ kind: "collect", id: 7 });
      if (kind === "measure" && isFirst) process.send({ kind: "measured", id, metrics: [] });
      if (kind !== "reports") return;
      writeFileSync(file + ".new", JSON.stringify({ id, reports }));
      renameSync(file + ".new", file);
    });`);
  await group.start(2);
  group.sendRules({ rules: [], problem: null });
  const read = () => readFile(file, "utf8").then(JSON.parse, () => null);
  await expect.poll(read).toEqual({
    id: 7,
    reports: [
      {
        worker: null,
        metrics: expect.arrayContaining([
          expect.objectContaining({
            name: "latchkey_workers",
            values: [{ value: 2, labels: {} }],
          }),
          expect.objectContaining({ name: "latchkey_workers_replaced_total" }),
        ]),
      },
      { worker: 1, metrics: [] },
    ],
  });
});

it("kills a worker that does not end in time, and reports it", async () => {
  const group = await groupOf(`process.on("SIGTERM", () => {});
    process.send({ kind: "loaded" });
    process.on("message", ({ kind }) => kind === "start" && process.send({ kind: "ready" }));
    setInterval(() => {}, 1_000);`);
  await group.start(1);
  await group.stop(50);
  await expect(group.end(50)).rejects.toThrow("Workers had to be killed.");
});
