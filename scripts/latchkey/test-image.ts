import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { freePort, startEmbeddedDatabase } from "@/lib/core/db/embedded/start";
import { StartupError } from "@/lib/core/startup-error";
import { say } from "@/scripts/step.mjs";
import { buildImage } from "./image/build-image";
import { type Container, imageMegabytes, startContainer } from "./image/container";

const MOST_MEGABYTES = 320;
const MOST_STOP_MS = 1_000;
const START_MS = 120_000;
const PAGES = 40;
const REQUESTS = 3_000;
const CONNECTIONS = 16;
/** More connections than it accepts. */
const CALLERS = 2_000;
const CALLS = 10_000;
/** What a liveness probe usually waits. */
const MOST_HEALTH_MS = 5_000;

/** Runs an image within its limits, calls it, stops it, and prints what that took. */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, options: { image: { type: "string" } } });
  requirePrograms(values.image ? ["podman"] : ["buildah", "podman"]);
  const image = values.image ?? buildImage();
  const dataDir = await mkdtemp(join(tmpdir(), "latchkey-image-"));
  // As root, the database's own account must be able to enter the folder.
  await chmod(dataDir, 0o711);
  const database = await startEmbeddedDatabase({ dataDir, password: "image", durable: false });
  try {
    return await testImage(image, database.url);
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true });
  }
}

function requirePrograms(names: string[]): void {
  const missing = names.filter((name) => spawnSync(name, ["--version"]).error);
  if (missing.length === 0) return;
  throw new StartupError(
    `This needs ${missing.join(" and ")}. On Debian: apt-get install ${names.join(" ")}`,
  );
}

async function testImage(image: string, databaseUrl: string): Promise<boolean> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const begin = performance.now();
  const container = startContainer(image, {
    PORT: port,
    BASE_URL: url,
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString("base64")}`,
    NEXTAUTH_SECRET: randomBytes(32).toString("base64url"),
    LOG_LEVEL: "warn",
  });
  try {
    await untilReady(url, container);
    const startSeconds = (performance.now() - begin) / 1000;
    container.run("node", "check-health.mjs");
    await repeat(PAGES, 2, () => expectOk(fetch(`${url}/sign-in`)));
    const requestToken = tokenRequest(url, container);
    await repeat(REQUESTS, CONNECTIONS, async () => expectOk(requestToken()));
    const peak = container.peakMegabytes();
    const overload = await overloadWith(requestToken, url);
    const peakUnderOverload = container.peakMegabytes();
    await expectOk(requestToken());
    const { code, ms } = await container.stop();
    const size = imageMegabytes(image);
    say(`Image: ${size.toFixed(0)} MB (at most ${MOST_MEGABYTES})`);
    say(`Ready after ${startSeconds.toFixed(1)} s, with every migration`);
    say(`${PAGES} pages and ${REQUESTS} token requests succeeded; at most ${peak.toFixed(0)} MB`);
    say(
      `${CALLERS} callers at once got ${inWords(overload.results)}; at most ${peakUnderOverload.toFixed(0)} MB`,
    );
    say(
      `Meanwhile, /healthz took at most ${overload.healthMs.toFixed(0)} ms (at most ${MOST_HEALTH_MS})`,
    );
    say(`Stopped with ${code} after ${ms.toFixed(0)} ms (at most ${MOST_STOP_MS})`);
    const isKnown = Object.keys(overload.results).every((result) => RESULTS.includes(result));
    return (
      size <= MOST_MEGABYTES &&
      code === 0 &&
      ms <= MOST_STOP_MS &&
      overload.healthMs <= MOST_HEALTH_MS &&
      isKnown
    );
  } finally {
    container.remove();
  }
}

async function untilReady(url: string, container: Container): Promise<void> {
  const end = performance.now() + START_MS;
  while (performance.now() < end) {
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false, // Nothing listens there yet.
    );
    if (ready) return;
    await sleep(100);
  }
  throw new StartupError(`The container did not become ready:\n${container.logs()}`);
}

/** A request that writes to the database, with a service key that a command in the container creates. */
function tokenRequest(url: string, container: Container): () => Promise<Response> {
  const printed = container.run("node", "latchkey.mjs", "service-key", "Image test");
  const field = (name: string) => new RegExp(`^ *${name} +(\\S+)$`, "m").exec(printed)?.[1];
  const credentials = `${field("client_id")}:${field("client_secret")}`;
  const path = "/service/panel/authentication/v1.0/platform/oauth/token";
  const headers = { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
  const body = () => new URLSearchParams({ grant_type: "client_credentials" });
  return () => fetch(url + path, { method: "POST", headers, body: body() });
}

/** What callers may get under overload; `cut`: the connection was closed before the request was read. */
const RESULTS = ["200", "503", "cut"];

/**
 * Sends far more requests at once than the service accepts.
 * @returns how often callers got which result, and the longest that `/healthz` took meanwhile
 */
async function overloadWith(request: () => Promise<Response>, url: string) {
  const results: Record<string, number> = {};
  const call = async () => {
    const result = await request().then(
      async (response) => {
        await response.text();
        return String(response.status);
      },
      () => "cut",
    );
    results[result] = (results[result] ?? 0) + 1;
  };
  let healthMs = 0;
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      const begin = performance.now();
      await expectOk(fetch(`${url}/healthz`));
      healthMs = Math.max(healthMs, performance.now() - begin);
      await sleep(100);
    }
  };
  const watching = watch();
  await repeat(CALLS, CALLERS, call);
  isOver = true;
  await watching;
  return { results, healthMs };
}

function inWords(results: Readonly<Record<string, number>>): string {
  return Object.entries(results)
    .map(([result, count]) => `${result} ${count} times`)
    .join(", ");
}

async function expectOk(pending: Promise<Response>): Promise<void> {
  const response = await pending;
  const text = await response.text();
  if (!response.ok) throw new StartupError(`${response.url}: ${response.status} ${text}`);
}

/** @param lanes How many at the same time. */
async function repeat(times: number, lanes: number, work: () => Promise<void>): Promise<void> {
  let left = times;
  const lane = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
