import { beforeEach, describe, expect, it } from "vitest";
import {
  readScopeUse,
  readUseForCompany,
  readUseForOrganization,
} from "@/lib/consent/scope-use/read-scope-use";
import { pool } from "@/lib/core/db/pool";
import type { Subject } from "@/lib/core/subject";
import { mintScene, type Scene } from "@/test/factories/mint-scene";

const SCOPE = "company/orders/read";

type Total = { daysAgo?: number; scope?: string | null; denied?: boolean; calls?: number };

describe.each(["company", "organization"] as const)("the use of scopes for a %s", (of) => {
  let scene: Scene;

  beforeEach(async () => {
    scene = await mintScene(of);
  });

  const store = (subject: Subject, { clientId }: { clientId: string }, total: Total) => {
    const { daysAgo = 0, scope = SCOPE, denied = false, calls = 1 } = total;
    return pool().query(
      `INSERT INTO call_totals (day, client_id, company_id, organization_id, method, path, scope, denied, calls, errors,
        first_at, last_at)
      VALUES ((now() AT TIME ZONE 'UTC')::date - $1::int, $2, $3, $4, 'GET', '/orders', $5, $6, $7, 0, now(), now())`,
      [daysAgo, clientId, subject.companyId, subject.organizationId, scope, denied, calls],
    );
  };
  const storeOwn = (total: Total) => store(scene.subject, scene.installation.client, total);

  const read = async ({ subject, installation }: Scene = scene) => {
    const shared = { clientIds: [installation.client.clientId], days: 30, countedDays: 7 };
    const { companyId, organizationId } = subject;
    const rows =
      companyId === null
        ? await readUseForOrganization({ ...shared, organizationId })
        : await readUseForCompany({ ...shared, companyId });
    return rows.map(({ clientId, scope, calls }) => [clientId, scope, calls]);
  };

  it("counts the allowed calls of the counted days, and names what was used before", async () => {
    const { clientId } = scene.installation.client;
    await storeOwn({ calls: 2 });
    await storeOwn({ daysAgo: 6, calls: 3 });
    await storeOwn({ daysAgo: 7, calls: 5 });
    expect(await read()).toEqual([[clientId, SCOPE, 5]]);
  });

  it.each([
    ["denied", { denied: true }],
    ["too old", { daysAgo: 30 }],
    ["without a scope", { scope: null }],
  ])("leaves out calls that are %s", async (_what, total) => {
    await storeOwn(total);
    expect(await read()).toEqual([]);
  });

  it("names a scope that was last used before the counted days, with no calls", async () => {
    await storeOwn({ daysAgo: 29 });
    expect(await read()).toEqual([[scene.installation.client.clientId, SCOPE, 0]]);
  });

  it("is counted for each client", async () => {
    const otherScene = await mintScene(of);
    await storeOwn({});
    await store(scene.subject, otherScene.installation.client, { calls: 2 });
    const clients = [scene, otherScene].map(({ installation }) => installation.client.clientId);
    const useOf = await readScopeUse(scene.subject, clients, 30);
    expect(clients.map((id) => useOf(id).map(({ calls }) => calls))).toEqual([[1], [2]]);
  });

  it("leaves out other clients, and what the client did for others", async () => {
    const otherScene = await mintScene(of);
    await storeOwn({});
    expect(await read({ ...scene, installation: otherScene.installation })).toEqual([]);
    expect(await read({ ...otherScene, installation: scene.installation })).toEqual([]);
  });
});
