import { beforeEach, describe, expect, it } from "vitest";
import { readScopeUse, readUse } from "@/lib/consent/scope-use/read-scope-use";
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
        ? await readUse.organization({ ...shared, grantorId: organizationId })
        : await readUse.company({ ...shared, grantorId: companyId });
    return rows.map(({ clientId, scope, calls }) => [clientId, scope, calls]);
  };

  it("counts the allowed calls of the counted days, and names what was used before", async () => {
    const { clientId } = scene.installation.client;
    for (const total of [
      ...[{ calls: 2 }, { daysAgo: 6, calls: 3 }, { daysAgo: 7, calls: 5 }],
      ...[
        { scope: "company/earlier/read", daysAgo: 29 },
        { scope: "company/old/read", daysAgo: 30 },
      ],
      ...[{ denied: true }, { scope: null }],
    ]) {
      await storeOwn(total);
    }
    expect((await read()).toSorted()).toEqual([
      [clientId, "company/earlier/read", 0],
      [clientId, SCOPE, 5],
    ]);
  });

  it("is counted for each client, without what the client did for others", async () => {
    const otherScene = await mintScene(of);
    await storeOwn({});
    expect(await read({ ...scene, installation: otherScene.installation })).toEqual([]);
    expect(await read({ ...otherScene, installation: scene.installation })).toEqual([]);
    await store(scene.subject, otherScene.installation.client, { calls: 2 });
    const clients = [scene, otherScene].map(({ installation }) => installation.client.clientId);
    const useOf = await readScopeUse(scene.subject, clients, 30);
    expect(clients.map((id) => useOf(id).map(({ calls }) => calls))).toEqual([[1], [2]]);
  });
});
