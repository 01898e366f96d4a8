import { once } from "node:events";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { Agent, request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pool } from "@/lib/core/db/pool";
import { type DemoFile, readDemoFile } from "@/lib/developer-tools/demo/demo-file";
import { isRunning, workerPids } from "@/test/process/process-family";
import { expect, test } from "@/test/process/process-test";
import { connectServerDatabase } from "@/test/process/server-database";
import {
  type Instance,
  isOpen,
  type ServerProcess,
  servingPid,
  stopServer,
} from "@/test/process/server-process";
import { registerExtension } from "@/test/requests/http/extension-client";
import { PRODUCTS_PATH } from "@/test/requests/http/list-products";
import { openManagementApi } from "@/test/requests/http/management-api";
import { obtainCode } from "@/test/requests/http/obtain-code";
import { obtainTokens } from "@/test/requests/http/obtain-tokens";
import { companyOauth } from "@/test/requests/http/post-token";
import { signIn } from "@/test/requests/http/sign-in";

test.skip(process.platform !== "linux", "reads processes from /proc, which only Linux has");

const CHECK_PATH = "/service/platform/gate/v1.0/check";
const REVOKE_PATH = "/service/panel/authentication/v1.0/oauth/revoke";
const CALLERS = 16;
/** How long before a crash a call may have been answered without its row (ADR 35). */
const LOST_WITHIN_MS = 1_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** A connection of its own, so that all its requests reach one worker. */
type Line = { agent: Agent; instance: Instance };
type RequestOptions = { method?: string; headers?: Record<string, string>; body?: string };
type Answer = { status: number; text: string; requestId: string; at: number };

function openLine(instance: Instance): Line {
  return { instance, agent: new Agent({ keepAlive: true, maxSockets: 1 }) };
}

/** @throws Error of the connection, if it breaks */
async function ask(
  { agent, instance }: Line,
  path: string,
  sent: RequestOptions = {},
): Promise<Answer> {
  const { method = "GET", headers = {}, body } = sent;
  const request = httpRequest(instance.baseUrl + path, { agent, method, headers });
  request.end(body);
  const [response] = await once(request, "response");
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk;
  const requestId = String(
    response.headers["x-latchkey-request-id"] ?? response.headers["x-request-id"],
  );
  return { status: response.statusCode, text, requestId, at: Date.now() };
}

/** Which worker handled each request, from the log. */
function workersOf(server: ServerProcess): Map<string, number> {
  const lines = server.output().split("\n").slice(0, -1);
  const entries = lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
  return new Map(
    entries.flatMap(({ request_id, worker }) => (request_id ? [[request_id, worker]] : [])),
  );
}

function demoOf({ dataDir }: Instance): DemoFile {
  const demo = readDemoFile(dataDir);
  if (!demo) throw new Error("The start made no demo data");
  return demo;
}

const twoWorkers = { env: { WORKERS: "2", LOG_LEVEL: "info" } };

test("kill -9 of a worker under load ends only its own requests, and the API log has all calls", async ({
  playwright,
  instance,
  startServer,
}) => {
  const server = await startServer(twoWorkers);
  const demo = demoOf(instance);
  const browser = await playwright.request.newContext({ baseURL: instance.baseUrl });
  await signIn(browser, demo.seller);
  const management = await openManagementApi(browser, demo.organization_id, demo.management);
  const client = await registerExtension(management);
  const { offline } = await obtainTokens(browser, browser, demo.company_id, client);
  await browser.dispose();
  const headers = {
    authorization: `Bearer ${offline}`,
    "x-gate-key": demo.platform.gate_key,
    "x-original-method": "GET",
    "x-original-uri": PRODUCTS_PATH,
  };

  const [victim = 0] = workerPids(server.child.pid ?? 0);
  const answered: Answer[] = [];
  const broken: { previous: string; at: number }[] = [];
  let killedAt = 0;
  const isDone = () => killedAt > 0 && Date.now() - killedAt > 5_000;
  const call = async () => {
    let line = openLine(instance);
    let previous = "";
    while (!isDone()) {
      try {
        const answer = await ask(line, CHECK_PATH, { headers });
        expect(answer.status, answer.text).toBe(200);
        answered.push(answer);
        previous = answer.requestId;
        if (answered.length === 1_000) {
          killedAt = Date.now();
          process.kill(victim, "SIGKILL");
        }
      } catch (error) {
        if (!(error instanceof Error && "code" in error)) throw error;
        broken.push({ previous, at: Date.now() });
        line = openLine(instance);
      }
    }
    line.agent.destroy();
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  const endedLine = /^.*"msg":"worker ended and is being replaced".*$/m.exec(server.output())?.[0];
  const { worker: killed } = JSON.parse(endedLine ?? "{}");
  // Connections go to the workers in turns. A stop during the replacement's start would end it with an error.
  const requestIds: string[] = [];
  const serves = async () => {
    const line = openLine(instance);
    requestIds.push((await ask(line, CHECK_PATH, { headers })).requestId);
    line.agent.destroy();
    const workers = workersOf(server);
    return requestIds.some((requestId) => workers.get(requestId) === killed);
  };
  await expect.poll(serves, { timeout: 60_000 }).toBe(true);
  expect(workerPids(server.child.pid ?? 0)).toHaveLength(2);
  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(0);

  const workers = workersOf(server);
  const byWorker = [1, 2].map(
    (worker) => answered.filter(({ requestId }) => workers.get(requestId) === worker).length,
  );
  say(`${answered.length} calls answered, by worker ${byWorker}; ${broken.length} broke`);
  expect(Math.min(...byWorker)).toBeGreaterThan(0);
  expect(broken.length).toBeGreaterThan(0);
  expect(broken.length).toBeLessThanOrEqual(CALLERS);
  // The killed worker's last log lines are lost, so that its last requests have no worker there.
  for (const { previous } of broken) expect(workers.get(previous) ?? killed).toBe(killed);

  await startServer();
  const close = connectServerDatabase(instance);
  const { rows } = await pool().query<{ id: string }>(
    "SELECT request_id AS id FROM calls WHERE client_id = $1",
    [client.clientId],
  );
  await close();
  const stored = new Set(rows.map(({ id }) => id));
  const lostIds = answered.filter(({ requestId }) => !stored.has(requestId));
  say(`${stored.size} rows, ${lostIds.length} lost by the killed worker`);
  for (const { requestId, at } of lostIds) {
    expect(workers.get(requestId) ?? killed).toBe(killed);
    expect(killedAt - at).toBeLessThan(LOST_WITHIN_MS);
    expect(at - killedAt).toBeLessThan(LOST_WITHIN_MS);
  }
});

/** A worker's sample; the primary has one without the label. */
const RULES_OUTDATED = /^latchkey_gate_rules_outdated\{worker="\d"\} 1$/gm;

test("revocations, used codes, gate rules, and metrics are the same on every worker at the next request", async ({
  playwright,
  instance,
  startServer,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-rules-"));
  const rules = join(folder, "rules.json");
  const allow = (path: string) => JSON.stringify({ rules: [{ methods: ["GET"], path }] });
  await writeFile(rules, allow(PRODUCTS_PATH));
  const server = await startServer({ env: { ...twoWorkers.env, GATE_RULES: rules } });
  const demo = demoOf(instance);
  const browser = await playwright.request.newContext({ baseURL: instance.baseUrl });
  await signIn(browser, demo.seller);
  const management = await openManagementApi(browser, demo.organization_id, demo.management);
  const client = await registerExtension(management);
  const basic = `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString("base64")}`;
  const oauth = companyOauth(demo.company_id);
  const lines = Array.from({ length: 8 }, () => openLine(instance));
  const askAll = (path: string, sent?: RequestOptions) =>
    Promise.all(lines.map((line) => ask(line, path, sent)));
  const statuses = (answers: readonly Answer[]) => new Set(answers.map(({ status }) => status));

  // One winner for each code, though the batches of two processes overlap.
  for (let round = 0; round < 10; round++) {
    const code = await obtainCode(browser, { companyId: demo.company_id, ...client });
    const answers = await askAll(`${oauth}/offline-token`, {
      method: "POST",
      headers: { authorization: basic, "content-type": "application/json" },
      body: JSON.stringify({ grant_type: "authorization_code", code }),
    });
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  }
  expect(new Set(workersOf(server).values())).toEqual(new Set([1, 2]));

  const gateCheck = (token: string, uri = PRODUCTS_PATH) => ({
    headers: {
      authorization: `Bearer ${token}`,
      "x-gate-key": demo.platform.gate_key,
      "x-original-method": "GET",
      "x-original-uri": uri,
    },
  });
  const { offline } = await obtainTokens(browser, browser, demo.company_id, client);
  expect(statuses(await askAll(CHECK_PATH, gateCheck(offline)))).toEqual(new Set([200]));

  // All workers together have the decisions of the gate, whichever answers.
  const tokenAnswer = await fetch(demo.platform.token_url, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${demo.platform.client_id}:${demo.platform.client_secret}`).toString("base64")}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ grant_type: "client_credentials" }),
  });
  const { access_token: service } = await tokenAnswer.json();
  const metrics = await askAll("/metrics", { headers: { authorization: `Bearer ${service}` } });
  for (const { text } of metrics) {
    const allowed = [
      ...text.matchAll(/^latchkey_gate_checks_total\{worker="(\d)",outcome="allowed"\} (\d+)$/gm),
    ];
    expect(allowed.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(lines.length);
    expect(text).toContain("\nlatchkey_workers 2\n");
    const types = text.match(/^# TYPE .*$/gm) ?? [];
    expect(new Set(types).size).toBe(types.length);
  }

  const revoked = await ask(openLine(instance), REVOKE_PATH, {
    method: "POST",
    headers: { authorization: basic, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ token: offline }).toString(),
  });
  expect(revoked.status, revoked.text).toBe(200);
  expect(statuses(await askAll(CHECK_PATH, gateCheck(offline)))).toEqual(new Set([401]));

  const { offline: other } = await obtainTokens(browser, browser, demo.company_id, client);
  await writeFile(`${rules}.new`, allow("/other"));
  await rename(`${rules}.new`, rules);
  await expect
    .poll(async () => statuses(await askAll(CHECK_PATH, gateCheck(other, "/other"))))
    .toEqual(new Set([200]));
  await writeFile(rules, "broken");
  await expect
    .poll(async () => {
      const texts = await askAll("/metrics", { headers: { authorization: `Bearer ${service}` } });
      return texts.map(({ text }) => text.match(RULES_OUTDATED)?.length);
    })
    .toEqual(lines.map(() => 2));

  // A worker that starts while the file is broken has the rules in force.
  const [victim = 0] = workerPids(server.child.pid ?? 0);
  process.kill(victim, "SIGKILL");
  for (const { agent } of lines) agent.destroy();
  await expect.poll(() => server.output()).toContain("worker ended and is being replaced");
  await expect
    .poll(
      async () => {
        const { text } = await ask(openLine(instance), "/metrics", {
          headers: { authorization: `Bearer ${service}` },
        });
        return text.match(RULES_OUTDATED)?.length;
      },
      // A start takes long on a busy machine.
      { timeout: 60_000 },
    )
    .toBe(2);
  for (let n = 0; n < 4; n++) {
    const answer = await ask(openLine(instance), CHECK_PATH, gateCheck(other, "/other"));
    expect(answer.status, answer.text).toBe(200);
  }
  await browser.dispose();
  await stopServer(server);
  expect(await server.ended).toBe(0);
  await rm(folder, { recursive: true });
});

test("kill -9 of the primary leaves no worker and no open port, and the next start works", async ({
  instance,
  startServer,
}) => {
  const env = { WORKERS: "2", DEMO: "0" };
  const server = await startServer({ env });
  const primary = await servingPid(instance);
  const workers = workerPids(primary);
  expect(workers).toHaveLength(2);
  process.kill(primary, "SIGKILL");
  await server.ended;
  await expect.poll(() => workers.map(isRunning)).toEqual([false, false]);
  expect(await isOpen(instance.port)).toBe(false);
  const again = await startServer({ env });
  again.child.kill("SIGTERM");
  expect(await again.ended).toBe(0);
});
