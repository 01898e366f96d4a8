import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { APIRequestContext, APIResponse } from "@playwright/test";
import { Client } from "pg";
import { generatedKeys } from "@/lib/core/crypto/generated-keys";
import { freePort, startEmbeddedDatabase } from "@/lib/core/db/embedded/start";
import { type DemoFile, readDemoFile } from "@/lib/developer-tools/demo/demo-file";
import { expect, test } from "@/test/process/process-test";
import {
  commands,
  type Instance,
  newInstance,
  spawnServer,
  stopServer,
  untilReady,
} from "@/test/process/server-process";
import { gateHeaders, signedInDemo } from "@/test/process/signed-in-demo";
import { PRODUCTS_PATH } from "@/test/requests/http/list-products";
import { obtainTokens } from "@/test/requests/http/obtain-tokens";
import { postToken } from "@/test/requests/http/post-token";
import { signIn } from "@/test/requests/http/sign-in";

const CONSOLE = "/service/panel/authentication/v1.0/platform";
const REVOKE_PATH = "/service/panel/authentication/v1.0/oauth/revoke";
const CHECK_PATH = "/service/platform/gate/v1.0/check";
const OTHER_PATH = "/orders";

/** More than a batch of clean-up. */
const EXPIRED_ROWS = 2_500;
/** A brand may be five seconds old, figures of the overview ten, and rules and keys one. The rest is for slow machines. */
const soon = { timeout: 20_000 };

const rulesFor = (path: string) => JSON.stringify({ rules: [{ methods: ["GET"], path }] });

test("two instances on one database answer as one, and clean up once", async ({
  playwright,
  instance: shared,
}) => {
  const rules = join(shared.dataDir, "rules.json");
  await writeFile(rules, rulesFor(PRODUCTS_PATH));
  const { databasePassword: password } = generatedKeys(shared.dataDir);
  const database = await startEmbeddedDatabase({ ...shared, password, durable: false });
  const keysFile = join(shared.dataDir, "keys.json");
  const settings = { DATABASE_URL: database.applicationUrl, KEYS_FILE: keysFile };
  const migration = spawnServer(shared, {
    command: [...commands.latchkey, "database", "migrate"],
    env: { ...settings, MIGRATION_DATABASE_URL: database.url },
  });
  expect(await migration.ended, migration.output()).toBe(0);
  const owner = new Client(database.url);
  await owner.connect();
  await owner.query(
    "INSERT INTO failed_attempts SELECT 'expired ' || n, 1, 0 FROM generate_series(1, $1::int) n",
    [EXPIRED_ROWS],
  );
  await owner.end();

  const [first, second] = [await newInstance(), await newInstance()];
  const instances = [first, second];
  const metricsPorts = [await freePort(), await freePort()];
  const servers = instances.map((instance, index) =>
    spawnServer(instance, {
      env: {
        ...settings,
        BASE_URL: first.baseUrl,
        DEMO: "1",
        GATE_RULES: rules,
        METRICS_PORT: String(metricsPorts[index]),
      },
    }),
  );
  await Promise.all(servers.map((server) => untilReady(server)));
  const scene = await signedInDemo(playwright, first, loadedDemo(instances));
  const { demo, request, client } = scene;
  const other = await playwright.request.newContext({ baseURL: second.baseUrl });
  const requests = [request, other];
  /** Sends the same request to both, at the same time. */
  const askBoth = (ask: (one: APIRequestContext) => Promise<APIResponse>) =>
    Promise.all(requests.map(ask));
  const statusesOf = async (ask: (one: APIRequestContext) => Promise<APIResponse>) =>
    (await askBoth(ask)).map((answer) => answer.status());

  const check = (token: string, path = PRODUCTS_PATH) => {
    const headers = gateHeaders(demo, token, path);
    return (one: APIRequestContext) => one.get(CHECK_PATH, { headers });
  };
  const operator = await playwright.request.newContext({ baseURL: first.baseUrl });
  await signIn(operator, demo.operator);
  const session = { headers: { cookie: await cookiesOf(operator), origin: first.baseUrl } };
  const openOverview = (one: APIRequestContext) => one.get(`${CONSOLE}/overview`, session);

  await test.step("clean-up counts each expired row once", async () => {
    const deleted = async () => {
      const texts = await Promise.all(
        metricsPorts.map(async (port) => (await fetch(`http://127.0.0.1:${port}`)).text()),
      );
      const counts = texts.map(
        (text) =>
          /^latchkey_clean_up_deleted_total\{table="failed_attempts"\} (\d+)$/m.exec(text)?.[1] ??
          0,
      );
      return counts.reduce<number>((sum, count) => sum + Number(count), 0);
    };
    await expect.poll(deleted, soon).toBe(EXPIRED_ROWS);
  });

  const { offline } = await obtainTokens(request, request, demo.company_id, client);
  await test.step("a revocation counts at the next request of both", async () => {
    const { offline: revoked } = await obtainTokens(other, request, demo.company_id, client);
    expect(await statusesOf(check(revoked))).toEqual([200, 200]);
    const answer = await postToken(other, REVOKE_PATH, { client, form: { token: revoked } });
    expect(answer.status(), await answer.text()).toBe(200);
    expect(await statusesOf(check(revoked))).toEqual([401, 401]);
    expect(await statusesOf(check(offline))).toEqual([200, 200]);
  });

  await test.step("the overview counts the calls of both", async () => {
    const gates = async () => {
      const answers = await askBoth(openOverview);
      return Promise.all(answers.map(async (answer) => (await answer.json()).health.gate));
    };
    const counts = { allowed: 4, denied: 2 };
    await expect
      .poll(gates, soon)
      .toEqual([expect.objectContaining(counts), expect.objectContaining(counts)]);
  });

  await test.step("both show a new brand", async () => {
    const data = { product_name: "Acme Accounts" };
    const changed = await other.put(`${CONSOLE}/brand`, { ...session, data });
    expect(changed.status(), await changed.text()).toBe(200);
    const pages = async () => {
      const answers = await askBoth((one) => one.get("/sign-in"));
      const texts = await Promise.all(answers.map((answer) => answer.text()));
      return texts.map((text) => text.includes("Acme Accounts"));
    };
    await expect.poll(pages, soon).toEqual([true, true]);
  });

  await test.step("both follow the rules file", async () => {
    await writeFile(`${rules}.new`, rulesFor(OTHER_PATH));
    await rename(`${rules}.new`, rules);
    await expect.poll(() => statusesOf(check(offline, OTHER_PATH)), soon).toEqual([200, 200]);
    expect(await statusesOf(check(offline))).toEqual([403, 403]);
  });

  await test.step("one serves while the other restarts", async () => {
    const [server] = servers;
    server?.child.kill("SIGTERM");
    expect(await server?.ended).toBe(0);
    expect((await check(offline, OTHER_PATH)(other)).status()).toBe(200);
  });

  for (const each of [...requests, operator]) await each.dispose();
  for (const server of servers) await stopServer(server);
  await database.stop();
  for (const { dataDir } of instances) await rm(dataDir, { recursive: true });
});

/** The demo data, which one of the instances has loaded. */
function loadedDemo(instances: readonly Instance[]): DemoFile {
  const [demo] = instances.flatMap(({ dataDir }) => readDemoFile(dataDir) ?? []);
  if (!demo) throw new Error("No instance loaded the demo data");
  return demo;
}

async function cookiesOf(request: APIRequestContext): Promise<string> {
  const { cookies } = await request.storageState();
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}
