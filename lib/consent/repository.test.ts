import { beforeEach, describe, expect, it } from "vitest";
import { findMembership, rolesThatMayConsent, scopesBeyondRole } from "@/lib/consent/may-consent";
import { findGrant, listDeciders, takeDecision } from "@/lib/consent/repository";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { mintCompanyMember, mintMember } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { INSTALLED_SCOPES, REDIRECT_URI } from "@/test/factories/mint-installation";
import {
  changeGrant,
  mintOutsider,
  mintScene,
  mintSession,
  type Scene,
} from "@/test/factories/mint-scene";

let company: Scene;
let organization: Scene;

beforeEach(async () => {
  company = await mintScene("company");
  organization = await mintScene("organization");
  await mintScene("company");
  await mintScene("organization");
});

const grantOf = ({ installation, subject }: Scene) =>
  findGrant({ clientId: installation.client.clientId, ...subject });

it("what a company or organization granted a client is its own grant to it, even if revoked", async () => {
  const other = await mintScene("organization");
  for (const scene of [company, organization]) {
    const granted = { scopes: INSTALLED_SCOPES, approved: [], revokedAt: null };
    expect(await grantOf(scene)).toEqual(granted);
    expect(await grantOf({ ...scene, installation: other.installation })).toBeNull();
    const { companyId } = other.installation;
    const elsewhere = scene === organization ? other.subject : { companyId, organizationId: null };
    expect(await grantOf({ ...scene, subject: elsewhere })).toBeNull();
    await changeGrant({ revokedAt: new Date() })(scene);
    expect(await grantOf(scene)).toMatchObject({ revokedAt: expect.any(Date) });
  }
});

describe("the people who may decide", () => {
  const emailsOf = async ({ subject }: Scene) =>
    (await listDeciders({ ...subject, organizationRoles: ["owner", "admin"] }))
      .map(({ email }) => email)
      .toSorted();

  it("are the owners and admins of the company, and active members of the organization", async () => {
    const { companyId } = company.installation;
    const organizationId = organization.subject.organizationId ?? "";
    for (const [scene, mint] of [
      [company, (role: "admin") => mintCompanyMember(companyId, role)],
      [organization, (role: "admin") => mintMember(organizationId, role)],
    ] as const) {
      const admin = await mint("admin");
      const { userId: id } = await mint("admin");
      await db().user.update({ where: { id }, data: { deactivatedAt: new Date() } });
      expect(await emailsOf(scene)).toEqual([scene.person.email, admin.email].toSorted());
    }
    await mintCompanyMember(companyId, "staff");
    await mintMember(organizationId, "developer");
    const both = [await emailsOf(company), await emailsOf(organization)];
    expect(both.map(({ length }) => length)).toEqual([2, 2]);
  });
});

describe("a decision", () => {
  const mintRequest = async (
    columns: Partial<Prisma.AuthorizationRequestUncheckedCreateInput> = {},
  ) => {
    const id = newId();
    const { installation, person } = company;
    await db().authorizationRequest.create({
      data: {
        id,
        clientId: installation.client.clientId,
        companyId: installation.companyId,
        userId: person.userId,
        redirectUri: REDIRECT_URI,
        scopes: INSTALLED_SCOPES,
        expiresAt: new Date(Date.now() + 60_000),
        ...columns,
      },
    });
    return id;
  };
  const take = (id: string, userId = company.person.userId) =>
    takeDecision(db(), id, userId, "allowed");

  it("is stored once, for its own request", async () => {
    const [id, other] = [await mintRequest(), await mintRequest()];
    expect([await take(id), await take(id)]).toEqual([true, false]);
    const row = await db().authorizationRequest.findUniqueOrThrow({ where: { id: other } });
    expect(row.decision).toBeNull();
  });

  it.each<[string, Partial<Prisma.AuthorizationRequestUncheckedCreateInput>]>([
    ["that has expired", { expiresAt: aMinuteAgo(), createdAt: new Date(0) }],
    ["that was denied", { decision: "denied", decidedAt: new Date() }],
  ])("is not stored for a request %s", async (_what, columns) => {
    expect(await take(await mintRequest(columns))).toBe(false);
  });

  it("is not stored for the request of another person", async () => {
    const { userId } = await mintOutsider(company);
    expect(await take(await mintRequest(), userId)).toBe(false);
  });
});

it("a person's membership is their role there, none for others, and names a factor that they lack", async () => {
  for (const scene of [company, organization]) {
    const find = async ({ userId }: { userId: string }) =>
      findMembership(scene.subject, { userId, sessionId: await mintSession(userId) });
    const membership = { role: "owner", secondFactorRequiredBy: null };
    expect(await find(scene.person)).toEqual(membership);
    expect(await find(await mintOutsider(scene))).toBeNull();
    const id = scene.subject.organizationId;
    if (id === null) continue;
    await db().organization.update({ where: { id }, data: { requireSecondFactor: true } });
    expect(await find(scene.person)).toEqual({ ...membership, secondFactorRequiredBy: id });
  }
});

describe("the roles of an organization that may consent", () => {
  it("decide for companies, and have every permission that they give", () => {
    expect(rolesThatMayConsent([])).toEqual(["owner", "admin"]);
    expect(rolesThatMayConsent(["company/orders/read"])).toEqual(["owner", "admin"]);
    expect(rolesThatMayConsent(["organization/settings/write"])).toEqual(["owner"]);
    expect(rolesThatMayConsent(["organization/members/write"])).toEqual(["owner", "admin"]);
  });

  it("lack the scopes beyond their permissions, and unknown roles lack all", () => {
    const scopes = ["organization/settings/write", "organization/clients/read", "company/a/read"];
    expect(scopesBeyondRole("admin", scopes)).toEqual(scopes.slice(0, 1));
    expect(scopesBeyondRole("stranger", scopes)).toEqual(scopes.slice(0, 2));
  });
});
