import { describe, expect, it } from "vitest";
import { approveGrant } from "@/lib/consent/grants/approve-grant";
import { closeCompany } from "@/lib/consent/grants/revoke-grants";
import { type Database, db, transaction } from "@/lib/core/db/client";
import { INSTALLED_SCOPES } from "@/test/factories/mint-installation";
import {
  type Change,
  changeClient,
  changeGrant,
  mintScene,
  type Scene,
  suspendPublisher,
  suspendSubject,
} from "@/test/factories/mint-scene";
import { untilBlockedByTransaction } from "@/test/process/until-blocked";

const [ORDERS = "", PRODUCTS = ""] = INSTALLED_SCOPES;
const SUSPENSION = { suspendedAt: new Date(), suspensionReason: "Broken rules." };

function approve(scene: Scene, scopes = INSTALLED_SCOPES, tx: Database = db()) {
  const { clientId } = scene.installation.client;
  const { subject, person } = scene;
  return approveGrant(tx, { clientId, subject, userId: person.userId, scopes });
}

const revoke = changeGrant({ revokedAt: new Date(), epoch: 2 });
const read = (id: string) =>
  db().grant.findUniqueOrThrow({ where: { id }, include: { events: { orderBy: { id: "asc" } } } });

async function expectNothingGranted({ grantId }: Scene): Promise<void> {
  expect(await read(grantId)).toMatchObject({ revokedAt: expect.any(Date), events: [] });
}

describe("an approval is rejected and grants nothing if", () => {
  it.each<[string, Change, string]>([
    ["its client is inactive", changeClient({ isActive: false }), "invalid_client"],
    ["its client was deleted", changeClient({ deletedAt: new Date() }), "invalid_client"],
    ["its client is suspended", changeClient(SUSPENSION), "invalid_client"],
    ["its client lost a scope", changeClient({ scopes: [ORDERS] }), "invalid_client"],
    ["its client's organization is suspended", suspendPublisher, "invalid_client"],
    ["its company is suspended", suspendSubject, "access_denied"],
  ])("%s", async (_what, change, code) => {
    const scene = await mintScene("company");
    await revoke(scene);
    await change(scene);
    await expect(approve(scene)).rejects.toMatchObject({ code });
    await expectNothingGranted(scene);
  });

  it.each<[string, (tx: Database, scene: Scene) => Promise<unknown>, string]>([
    [
      "its client is deleted",
      (tx, { installation: { client } }) =>
        tx.client.update({
          where: { clientId: client.clientId },
          data: { deletedAt: new Date() },
        }),
      "invalid_client",
    ],
    [
      "its company is closed",
      async (tx, { installation: { companyId } }) => {
        await tx.company.update({ where: { id: companyId }, data: { status: "closed" } });
        await closeCompany(tx, companyId);
      },
      "access_denied",
    ],
  ])("%s while it waits", async (_what, end, code) => {
    const scene = await mintScene("company");
    await revoke(scene);
    const { late } = await transaction(async (tx) => {
      await end(tx, scene);
      const late = transaction((other) => approve(scene, INSTALLED_SCOPES, other)).catch(
        (thrown: unknown) => thrown,
      );
      await untilBlockedByTransaction(tx);
      return { late };
    });
    expect(await late).toMatchObject({ code });
    await expectNothingGranted(scene);
  });
});

describe.each(["company", "organization"] as const)("an approval for a %s", (of) => {
  it("changes the grant of this client only, and stores the first one", async () => {
    const [own, other] = [await mintScene(of), await mintScene(of)];
    const elsewhere = { ...own, subject: other.subject };
    const { id, epoch } = await approve(elsewhere, [ORDERS]);
    expect(await approve(elsewhere, [PRODUCTS])).toEqual({ id, epoch: 1 });
    expect(epoch).toBe(1);
    const approvedBy = own.person.userId;
    expect(await read(id)).toMatchObject({
      ...other.subject,
      approvedBy,
      revokedAt: null,
      scopes: INSTALLED_SCOPES,
      events: [
        { change: "granted", scopesBefore: [], scopesAfter: [ORDERS], userId: approvedBy },
        { change: "changed", scopesBefore: [ORDERS], scopesAfter: INSTALLED_SCOPES },
      ],
    });
    for (const { grantId } of [own, other]) {
      expect(await read(grantId)).toMatchObject({ approvedBy: null, events: [] });
    }
  });

  it("keeps what was granted, unless the grant was revoked or its client lost the scope", async () => {
    for (const [change, scopes] of [
      [changeClient({}), INSTALLED_SCOPES],
      [revoke, [PRODUCTS]],
      [changeClient({ scopes: [PRODUCTS] }), [PRODUCTS]],
    ] as const) {
      const scene = await mintScene(of);
      await changeGrant({ scopes: [ORDERS] })(scene);
      await change(scene);
      await approve(scene, [PRODUCTS]);
      expect((await read(scene.grantId)).scopes).toEqual(scopes);
    }
  });

  it("that waited for another first approval adds to its grant", async () => {
    const scene = { ...(await mintScene(of)), subject: (await mintScene(of)).subject };
    const { first, later } = await transaction(async (tx) => {
      const first = await approve(scene, [PRODUCTS], tx);
      const later = transaction((other) => approve(scene, INSTALLED_SCOPES, other));
      await untilBlockedByTransaction(tx);
      return { first, later };
    });
    expect(await later).toEqual(first);
    expect((await read(first.id)).events).toMatchObject([
      { change: "granted", scopesBefore: [], scopesAfter: [PRODUCTS] },
      { change: "changed", scopesBefore: [PRODUCTS], scopesAfter: INSTALLED_SCOPES },
    ]);
  });
});
