import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { issueCode } from "@/lib/protocol/codes/issue-code";
import { issueCodeForInstall } from "@/lib/protocol/codes/issue-code-for-install";
import { storedHash } from "@/test/factories/mint-code";
import { INSTALLED_SCOPES, REDIRECT_URI } from "@/test/factories/mint-installation";
import {
  changeClient,
  changeGrant,
  mintScene,
  type Scene,
  suspendPublisher,
  suspendSubject,
} from "@/test/factories/mint-scene";

let scene: Scene;

beforeEach(async () => {
  scene = await mintScene("company");
});

const eventsOf = ({ installation }: Scene) =>
  db().authorizationEvent.count({ where: { clientId: installation.client.clientId } });

it.each([
  ["an event if a request led to it", { kind: "consent" as const, requestId: newId() }, 1],
  ["no event if none did", undefined, 0],
])("a code leaves %s", async (_what, askedBy, events) => {
  const { installation, subject, grantId, person } = scene;
  const code = await issueCode(db(), {
    ...{ clientId: installation.client.clientId, subject, userId: person.userId },
    ...{ sessionId: null, grant: { id: grantId, epoch: 1 }, scopes: INSTALLED_SCOPES },
    ...{ redirectUri: REDIRECT_URI, codeChallenge: null, ...(askedBy && { askedBy }) },
  });
  expect(await db().authorizationCode.count({ where: { codeHash: storedHash(code) } })).toBe(1);
  expect(await eventsOf(scene)).toBe(events);
});

describe("a code without a browser", () => {
  const issue = ({ installation }: Scene, companyId = installation.companyId) =>
    issueCodeForInstall(installation.client.clientId, companyId, newId());

  it("acts for the person who approved the grant", async () => {
    const { userId } = scene.person;
    await changeGrant({ approvedBy: userId })(scene);
    const code = (await issue(scene)) ?? "";
    const where = { codeHash: storedHash(code) };
    const row = await db().authorizationCode.findFirstOrThrow({ where });
    expect(row).toMatchObject({ userId, offlineOnly: true, scopes: INSTALLED_SCOPES });
  });

  it.each([
    ["no approver is recorded", changeGrant({ approvedBy: null })],
    ["the grant was revoked", changeGrant({ revokedAt: new Date() })],
    ["the client is inactive", changeClient({ isActive: false })],
    ["the client was deleted", changeClient({ deletedAt: new Date() })],
    ["the client is suspended", changeClient({ suspendedAt: new Date(), suspensionReason: "x" })],
    ["the client's organization is suspended", suspendPublisher],
    ["the company is suspended", suspendSubject],
  ])("is not issued if %s", async (_what, change) => {
    await changeGrant({ approvedBy: scene.person.userId })(scene);
    await change(scene);
    expect(await issue(scene)).toBeNull();
  });

  it("is not issued for another company or another client", async () => {
    await changeGrant({ approvedBy: scene.person.userId })(scene);
    const otherScene = await mintScene("company");
    await changeGrant({ approvedBy: otherScene.person.userId })(otherScene);
    expect(await issue(scene, otherScene.installation.companyId)).toBeNull();
    expect(await issue(otherScene, scene.installation.companyId)).toBeNull();
  });
});
