import { readDemoFile } from "@/lib/developer-tools/demo/demo-file";
import { REPEATS } from "@/test/process/long-run";
import { expect, test } from "@/test/process/process-test";
import { type Instance, readPostmaster, servingPid } from "@/test/process/server-process";
import { registerExtension } from "@/test/requests/http/extension-client";
import { listProducts } from "@/test/requests/http/list-products";
import { openManagementApi } from "@/test/requests/http/management-api";
import { obtainTokens } from "@/test/requests/http/obtain-tokens";
import { signIn } from "@/test/requests/http/sign-in";

const WRITERS = 8;
const ACKNOWLEDGED = 40;

const crashes = {
  "of the server": async (instance: Instance) => [await servingPid(instance)],
  "of the database": async (instance: Instance) => [(await readPostmaster(instance)).pid],
  "of both": async (instance: Instance) => [
    await servingPid(instance),
    (await readPostmaster(instance)).pid,
  ],
};

test(`keeps every acknowledged write after kill -9 ${Object.keys(crashes).join(", ")}`, async ({
  playwright,
  instance,
  startServer,
}) => {
  test.setTimeout(test.info().timeout * REPEATS);
  let server = await startServer();
  const demo = readDemoFile(instance.dataDir);
  if (!demo) throw new Error("The first start made no demo data");
  const request = await playwright.request.newContext({ baseURL: instance.baseUrl });
  await signIn(request, demo.seller);
  const management = await openManagementApi(request, demo.organization_id, demo.management);
  const client = await registerExtension(management);
  const tokens = await obtainTokens(request, request, demo.company_id, client);

  const rounds = Array.from({ length: REPEATS }, () => Object.entries(crashes)).flat();
  for (const [what, victims] of rounds) {
    const pids = await victims(instance);
    const acknowledged: string[] = [client.clientId];
    const write = async (): Promise<void> => {
      try {
        for (;;) {
          const { client_id } = await management.create({ meta: { name: "Before the crash" } });
          acknowledged.push(client_id);
          if (acknowledged.length === ACKNOWLEDGED) for (const pid of pids) process.kill(pid, 9);
        }
      } catch (error) {
        // The crash ends each writer: a client that was not acknowledged may or may not exist.
        if (acknowledged.length < ACKNOWLEDGED) throw error;
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, write));
    await server.ended;

    server = await startServer();
    expect((await listProducts(request, tokens.offline)).status(), what).toBe(200);
    expect((await listProducts(request, tokens.online)).status(), what).toBe(200);
    for (const clientId of acknowledged) {
      expect((await management.call("GET", `/${clientId}`)).status(), what).toBe(200);
    }
  }
  await request.dispose();
});
