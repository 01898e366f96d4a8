import { REPEATS } from "@/test/process/long-run";
import { expect, test } from "@/test/process/process-test";
import { type Instance, readPostmaster, servingPid } from "@/test/process/server-process";
import { signedInDemo } from "@/test/process/signed-in-demo";
import { listProducts } from "@/test/requests/http/list-products";
import { type LaunchTokens, obtainTokens } from "@/test/requests/http/obtain-tokens";
import { companyOauth, postToken } from "@/test/requests/http/post-token";

/** As many create clients as launch an extension. */
const WRITERS = 4;
/** Writes before a crash. */
const ACKNOWLEDGED = 40;

const crashes = {
  "of the server": async (instance: Instance) => [await servingPid(instance)],
  "of the database": async (instance: Instance) => [(await readPostmaster(instance)).pid],
  "of both": async (instance: Instance) => [
    await servingPid(instance),
    (await readPostmaster(instance)).pid,
  ],
};

test(`keeps every acknowledged client and token, and redeems no code twice, after kill -9 ${Object.keys(crashes).join(", ")}`, async ({
  playwright,
  instance,
  startServer,
}) => {
  test.setTimeout(test.info().timeout * REPEATS);
  let server = await startServer();
  const scene = await signedInDemo(playwright, instance);
  const { demo, request, management, client, tokens } = scene;

  const rounds = Array.from({ length: REPEATS }, () => Object.entries(crashes)).flat();
  for (const [what, victims] of rounds) {
    const pids = await victims(instance);
    const clientIds: string[] = [client.clientId];
    const launches: LaunchTokens[] = [];
    const untilCrash = async (write: () => Promise<void>): Promise<void> => {
      const count = () => clientIds.length + launches.length;
      try {
        for (;;) {
          await write();
          if (count() >= ACKNOWLEDGED) for (const pid of pids.splice(0)) process.kill(pid, 9);
        }
      } catch (error) {
        // The crash ends each writer: what was not acknowledged may or may not exist.
        if (count() < ACKNOWLEDGED) throw error;
      }
    };
    const create = async () => {
      const { client_id } = await management.create({ meta: { name: "Before the crash" } });
      clientIds.push(client_id);
    };
    const launch = async () => {
      launches.push(await obtainTokens(request, request, demo.company_id, client));
    };
    const writes = Array.from({ length: WRITERS }, () => [create, launch]).flat();
    await Promise.all(writes.map(untilCrash));
    await server.ended;

    server = await startServer();
    for (const { offline, online } of [tokens, ...launches]) {
      expect((await listProducts(request, offline)).status(), what).toBe(200);
      expect((await listProducts(request, online)).status(), what).toBe(200);
    }
    for (const clientId of clientIds) {
      expect((await management.call("GET", `/${clientId}`)).status(), what).toBe(200);
    }
    for (const { code } of launches) {
      const again = await postToken(request, `${companyOauth(demo.company_id)}/offline-token`, {
        client,
        json: { grant_type: "authorization_code", code },
      });
      expect(await again.json(), what).toMatchObject({ error: "invalid_grant" });
    }
  }
  await request.dispose();
});
