import { beforeEach, describe, expect, it } from "vitest";
import { revokeOrganizationGrant } from "@/lib/consent/grants/remove-grant";
import { revokeClientGrants } from "@/lib/consent/grants/revoke-grants";
import { openConsent } from "@/lib/consent/open-consent";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { readSession } from "@/lib/identity/sessions/read-session";
import type { Caller } from "@/lib/operation/access/caller";
import { type MintedUser, mintCompanyMember, mintMember } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import { changeClient, mintScene, type Scene, suspendSubject } from "@/test/factories/mint-scene";
import { pressConsent } from "@/test/requests/call-consent";

/** Scopes that only an owner of the organization has permissions for. */
const OWNERS_SCOPES = ["organization/settings/write"];

let scene: Scene;

beforeEach(async () => {
  scene = await mintScene("organization");
  await changeClient({ scopes: OWNERS_SCOPES })(scene);
});

async function requestOf(of: Scene, { userId }: MintedUser, columns = {}): Promise<string> {
  const id = newId();
  const expiresAt = new Date(Date.now() + 60_000);
  const { client } = of.installation;
  const requestedConsent = {
    clientId: client.clientId,
    redirectUri: REDIRECT_URI,
    scopes: OWNERS_SCOPES,
  };
  await db().authorizationRequest.create({
    data: { id, ...requestedConsent, ...of.subject, userId, expiresAt, ...columns },
  });
  return id;
}

async function openAs(id: string, { cookie }: MintedUser) {
  const session = await readSession(new Headers({ cookie }));
  if (!session) throw new Error("Nobody is signed in");
  return openConsent(id, session);
}

const mintAdmin = () => mintMember(scene.subject.organizationId ?? "", "admin");

describe("a request for permissions that only owners of the organization have", () => {
  it("may be allowed by an owner", async () => {
    const id = await requestOf(scene, scene.person);
    expect(await openAs(id, scene.person)).toMatchObject({ kind: "decide", use: [] });
    expect((await pressConsent(id, scene.person)).status).toBe(200);
  });

  it("cannot be allowed by an admin, who sees which members can", async () => {
    const admin = await mintAdmin();
    const id = await requestOf(scene, admin);
    const { email } = await db().user.findUniqueOrThrow({ where: { id: scene.person.userId } });
    expect(await openAs(id, admin)).toMatchObject({ kind: "ask_an_admin", deciders: [{ email }] });
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
    expect(await openAs(id, admin)).toMatchObject({ kind: "decide" });
    expect((await pressConsent(id, admin)).status).toBe(200);
  });
});

it("a request cannot be decided while the platform has suspended the organization", async () => {
  const id = await requestOf(scene, scene.person);
  await suspendSubject(scene);
  const blocked = { kind: "blocked", check: "subject_active" };
  expect(await openAs(id, scene.person)).toMatchObject(blocked);
  expect((await pressConsent(id, scene.person)).status).toBe(403);
  expect(await db().authorizationCode.count({ where: scene.subject })).toBe(0);
});

it("starting over sends the code challenge, the state, and prompt=consent again", async () => {
  const sent = {
    prompt: "consent",
    codeChallenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    state: "s",
  };
  const restart = async (columns: object) => {
    const view = await openAs(
      await requestOf(scene, scene.person, { expiresAt: aMinuteAgo(), ...columns }),
      scene.person,
    );
    const { searchParams } = new URL("restartHref" in view ? view.restartHref : "", "http://a");
    return Object.fromEntries(searchParams);
  };
  expect(await restart(sent)).toMatchObject({
    code_challenge: sent.codeChallenge,
    code_challenge_method: "S256",
    state: "s",
    prompt: "consent",
  });
  const without = await restart({});
  expect(Object.keys(without)).toEqual(["client_id", "redirect_uri", "response_type", "scope"]);
});

describe("revoking an organization's grant", () => {
  const events = async () =>
    (await db().grantEvent.findMany({ where: { grantId: scene.grantId } })).map(
      ({ change, userId }) => [change, userId],
    );

  function callers(): [Caller, Caller] {
    const organizationId = scene.subject.organizationId ?? "";
    const { userId } = scene.person;
    return [
      { kind: "user", organizationId, userId, role: "owner" },
      { kind: "client", organizationId, clientId: "a-client", scopes: [] },
    ];
  }

  it("happens once, calls the extension once, and is in its history with the person", async () => {
    const { clientId } = scene.installation.client;
    const [person] = callers();
    const data = { baseUrl: "https://shipfast.example.com" };
    await db().client.update({ where: { clientId }, data });
    expect(await revokeOrganizationGrant(db(), person, clientId)).toBe(true);
    expect(await revokeOrganizationGrant(db(), person, clientId)).toBe(false);
    expect(await events()).toEqual([["revoked", scene.person.userId]]);
    expect(await db().delivery.count({ where: { ...scene.subject, kind: "uninstall" } })).toBe(1);
  });

  it("names no person if a client revokes it", async () => {
    const [, client] = callers();
    await revokeOrganizationGrant(db(), client, scene.installation.client.clientId);
    expect(await events()).toEqual([["revoked", null]]);
  });

  it.each(["person", "client"])("names who deleted the client: a %s", async (who) => {
    const { organizationId, client } = scene.installation;
    const [person, token] = callers();
    const caller = { ...(who === "person" ? person : token), organizationId };
    expect(await revokeClientGrants(db(), caller, client.clientId)).toBe(2);
    expect(await events()).toEqual([["revoked", who === "person" ? scene.person.userId : null]]);
  });
});
