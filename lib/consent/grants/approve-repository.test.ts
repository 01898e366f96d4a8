import { beforeEach, describe, expect, it } from "vitest";
import { allowCoveredQuestions } from "@/lib/consent/grants/approve-grant";
import {
  isCompanyActive,
  lockGrant,
  lockUsableClient,
  updateGrant,
} from "@/lib/consent/grants/approve-repository";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { mintCompanyMember } from "@/test/factories/mint";
import { INSTALLED_SCOPES } from "@/test/factories/mint-installation";
import {
  changeClient,
  changeGrant,
  mintScene,
  type Scene,
  suspendPublisher,
  suspendSubject,
} from "@/test/factories/mint-scene";

const [ORDERS = ""] = INSTALLED_SCOPES;
let scene: Scene;

beforeEach(async () => {
  scene = await mintScene("company");
});

describe("a client that something is granted to", () => {
  const lock = (scopes: string[] = INSTALLED_SCOPES) =>
    lockUsableClient(db(), scene.installation.client.clientId, scopes);

  it("is one that may act and is registered for all scopes", async () => {
    const client = { version: 1, scopes: INSTALLED_SCOPES };
    expect(await lock()).toEqual(client);
    expect(await lock([ORDERS])).toEqual(client);
    expect(await lock([...INSTALLED_SCOPES, "company/inventory/read"])).toBeNull();
    expect(await lockUsableClient(db(), newId(), [ORDERS])).toBeNull();
  });

  it.each([
    ["inactive", changeClient({ isActive: false })],
    ["deleted", changeClient({ deletedAt: new Date() })],
    ["suspended", changeClient({ suspendedAt: new Date(), suspensionReason: "Broken rules." })],
    ["of a suspended organization", suspendPublisher],
  ])("is not one that is %s", async (_what, change) => {
    await change(scene);
    expect(await lock()).toBeNull();
  });
});

it("a company is active unless it is suspended or unknown", async () => {
  const { companyId } = scene.installation;
  await suspendSubject(await mintScene("company"));
  expect(await isCompanyActive(db(), companyId)).toBe(true);
  await suspendSubject(scene);
  expect(await isCompanyActive(db(), companyId)).toBe(false);
  expect(await isCompanyActive(db(), 2_000_000_000)).toBe(false);
});

describe.each(["company", "organization"] as const)("the current grant of a %s", (of) => {
  const lock = ({ installation }: Scene, { subject }: Scene) => {
    const { clientId } = installation.client;
    return lockGrant(db(), { id: newId(), clientId, subject, scopes: INSTALLED_SCOPES });
  };

  it("is that of this client, and none once it was revoked", async () => {
    const ownScene = await mintScene(of);
    await changeGrant({ scopes: [ORDERS] })(ownScene);
    const otherScene = await mintScene(of);
    expect(await lock(ownScene, ownScene)).toMatchObject({ granted: [ORDERS] });
    expect(await lock(otherScene, ownScene)).toMatchObject({ granted: null });
    expect(await lock(ownScene, otherScene)).toMatchObject({ granted: null });
    await changeGrant({ revokedAt: new Date(), epoch: 2 })(ownScene);
    expect(await lock(ownScene, ownScene)).toMatchObject({ granted: null, epoch: 2 });
  });

  it("is stored once, revoked, and stays so until it is approved", async () => {
    const ownScene = await mintScene(of);
    const otherScene = await mintScene(of);
    const { id } = await lock(ownScene, otherScene);
    const stored = () => db().grant.findUniqueOrThrow({ where: { id } });
    expect(await stored()).toMatchObject({ revokedAt: expect.any(Date), epoch: 1 });
    expect(await lock(ownScene, otherScene)).toEqual({ id, epoch: 1, granted: null });
    const { userId } = ownScene.installation.seller;
    await updateGrant(db(), { id, scopes: [ORDERS], userId });
    expect(await stored()).toMatchObject({ revokedAt: null, scopes: [ORDERS], approvedBy: userId });
  });
});

describe("the open questions that a grant answers", () => {
  const mintQuestion = async (of: Scene, scopes: string[], decided = false) => {
    const id = newId();
    const { client, companyId, seller } = of.installation;
    const { userId: askedBy } = await mintCompanyMember(companyId, "staff");
    const decision = {
      decision: "denied" as const,
      decidedBy: seller.userId,
      decidedAt: new Date(),
    };
    await db().consentQuestion.create({
      data: {
        ...{ id, clientId: client.clientId, companyId, askedBy, scopes },
        ...(decided && decision),
      },
    });
    return id;
  };

  it("are those about this client, for no more than its scopes", async () => {
    const otherScene = await mintScene("company");
    const { client } = scene.installation;
    const elsewhere = { ...otherScene, installation: { ...otherScene.installation, client } };
    const covered = await mintQuestion(scene, [ORDERS]);
    const open = [
      await mintQuestion(scene, INSTALLED_SCOPES),
      await mintQuestion(otherScene, [ORDERS]),
      await mintQuestion(elsewhere, [ORDERS]),
    ];
    const denied = await mintQuestion(scene, [ORDERS], true);
    const { companyId, seller } = scene.installation;
    const { clientId } = client;
    const grant = { clientId, companyId, userId: seller.userId, scopes: [ORDERS] };
    expect(await allowCoveredQuestions(db(), grant)).toBe(1);
    const decisionOf = async (id: string) =>
      (await db().consentQuestion.findUniqueOrThrow({ where: { id } })).decision;
    expect(await decisionOf(covered)).toBe("allowed");
    expect(await decisionOf(denied)).toBe("denied");
    expect(await Promise.all(open.map(decisionOf))).toEqual([null, null, null]);
  });
});
