import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { type MintedUser, mintCompanyMember, mintMember } from "@/test/factories/mint";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import { changeClient, mintScene, type Scene, suspendSubject } from "@/test/factories/mint-scene";
import { pressConsent } from "@/test/requests/call-consent";
import { openConsentPage } from "@/test/requests/open-consent-page";

/** Scopes that only an owner of the organization has permissions for. */
const OWNERS_SCOPES = ["organization/settings/write"];

let scene: Scene;

beforeEach(async () => {
  scene = await mintScene("organization");
  await changeClient({ scopes: OWNERS_SCOPES })(scene);
});

async function requestOf({ installation, subject }: Scene, { userId }: MintedUser) {
  const id = newId();
  const { clientId } = installation.client;
  const request = { clientId, redirectUri: REDIRECT_URI, scopes: OWNERS_SCOPES };
  const expiresAt = new Date(Date.now() + 60_000);
  await db().authorizationRequest.create({
    data: { id, ...request, ...subject, userId, expiresAt },
  });
  return id;
}

const mintAdmin = () => mintMember(scene.subject.organizationId ?? "", "admin");

describe("a request for permissions that only owners of the organization have", () => {
  it("may be allowed by an owner", async () => {
    const id = await requestOf(scene, scene.person);
    expect(await openConsentPage(id, scene.person)).toMatchObject({ kind: "decide", use: [] });
    expect((await pressConsent(id, scene.person)).status).toBe(200);
  });

  it("cannot be allowed by an admin, who sees which members can", async () => {
    const admin = await mintAdmin();
    const id = await requestOf(scene, admin);
    const { email } = await db().user.findUniqueOrThrow({ where: { id: scene.person.userId } });
    expect(await openConsentPage(id, admin)).toMatchObject({
      kind: "ask_an_admin",
      deciders: [{ email }],
    });
    const pressed = await pressConsent(id, admin);
    expect([pressed.status, await pressed.text()]).toEqual([
      403,
      expect.stringContaining("it does not have these permissions itself"),
    ]);
    expect(await db().authorizationCode.count({ where: { userId: admin.userId } })).toBe(0);
  });

  it("may be allowed by an admin of a company, whose roles have no such permissions", async () => {
    const ofCompany = await mintScene("company");
    await changeClient({ scopes: OWNERS_SCOPES })(ofCompany);
    const admin = await mintCompanyMember(ofCompany.installation.companyId, "admin");
    const id = await requestOf(ofCompany, admin);
    expect(await openConsentPage(id, admin)).toMatchObject({ kind: "decide" });
    expect((await pressConsent(id, admin)).status).toBe(200);
  });
});

it("a request cannot be decided while the platform has suspended the organization", async () => {
  const id = await requestOf(scene, scene.person);
  await suspendSubject(scene);
  const blocked = { kind: "blocked", check: "subject_active" };
  expect(await openConsentPage(id, scene.person)).toMatchObject(blocked);
  expect((await pressConsent(id, scene.person)).status).toBe(403);
  expect(await db().authorizationCode.count({ where: scene.subject })).toBe(0);
});
