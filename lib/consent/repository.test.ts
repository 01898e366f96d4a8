import { beforeEach, describe, expect, it } from "vitest";
import { findCompanyRole, findGrant, listDeciders, takeDecision } from "@/lib/consent/repository";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { mintCompanyMember, mintMember } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { INSTALLED_SCOPES, REDIRECT_URI } from "@/test/factories/mint-installation";
import { changeGrant, mintOutsider, mintScene, type Scene } from "@/test/factories/mint-scene";

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

describe("what a company or organization granted a client", () => {
  it("is its own grant to that client, even if it was revoked", async () => {
    const granted = { scopes: INSTALLED_SCOPES, approved: [], revokedAt: null };
    expect(await grantOf(company)).toEqual(granted);
    expect(await grantOf(organization)).toEqual(granted);
    const removed = await mintScene("organization");
    await changeGrant({ revokedAt: new Date() })(removed);
    expect(await grantOf(removed)).toMatchObject({ revokedAt: expect.any(Date) });
  });

  it("is nothing for another client, company or organization", async () => {
    const { installation } = await mintScene("company");
    expect(await grantOf({ ...company, installation })).toBeNull();
    expect(await grantOf({ ...organization, installation })).toBeNull();
    const { subject } = await mintScene("organization");
    expect(await grantOf({ ...organization, subject })).toBeNull();
    const elsewhere = { companyId: (await mintScene("company")).installation.companyId };
    expect(
      await grantOf({ ...company, subject: { ...elsewhere, organizationId: null } }),
    ).toBeNull();
  });
});

describe("the people who may decide", () => {
  const emailsOf = async ({ subject }: Scene) =>
    (await listDeciders(subject, ["owner", "admin"])).map(({ email }) => email).toSorted();

  it("are the owners and admins of the company", async () => {
    const { companyId } = company.installation;
    const admin = await mintCompanyMember(companyId, "admin");
    await mintCompanyMember(companyId, "staff");
    const former = await mintCompanyMember(companyId, "admin");
    const where = { id: former.userId };
    await db().user.update({ where, data: { deactivatedAt: new Date() } });
    expect(await emailsOf(company)).toEqual([company.person.email, admin.email].toSorted());
  });

  it("are the members of the organization with these roles", async () => {
    const organizationId = organization.subject.organizationId ?? "";
    const admin = await mintMember(organizationId, "admin");
    await mintMember(organizationId, "developer");
    const former = await mintMember(organizationId, "admin");
    const where = { id: former.userId };
    await db().user.update({ where, data: { deactivatedAt: new Date() } });
    expect(await emailsOf(organization)).toEqual(
      [organization.person.email, admin.email].toSorted(),
    );
  });

  it("have their role in that company only", async () => {
    const { companyId } = company.installation;
    expect(await findCompanyRole(companyId, company.person.userId)).toBe("owner");
    expect(await findCompanyRole(companyId, (await mintOutsider(company)).userId)).toBeNull();
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
        ...{ id, clientId: installation.client.clientId, companyId: installation.companyId },
        ...{ userId: person.userId, redirectUri: REDIRECT_URI, scopes: INSTALLED_SCOPES },
        ...{ expiresAt: new Date(Date.now() + 60_000), ...columns },
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

  it.each([
    ["that has expired", { expiresAt: aMinuteAgo(), createdAt: new Date(0) }],
    ["that was denied", { decision: "denied" as const, decidedAt: new Date() }],
  ])("is not stored for a request %s", async (_what, columns) => {
    expect(await take(await mintRequest(columns))).toBe(false);
  });

  it("is not stored for the request of another person", async () => {
    const { userId } = await mintOutsider(company);
    expect(await take(await mintRequest(), userId)).toBe(false);
  });
});
