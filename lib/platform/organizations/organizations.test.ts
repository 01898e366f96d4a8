import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { listOrganizationMembers } from "@/lib/platform/members/list-members";
import { putOrganizationMember } from "@/lib/platform/members/put-member";
import { removeOrganizationMember } from "@/lib/platform/members/remove-member";
import { getOrganization } from "@/lib/platform/organizations/get-organization";
import { listOrganizations } from "@/lib/platform/organizations/list-organizations";
import { putOrganization } from "@/lib/platform/organizations/put-organization";
import {
  mintClient,
  mintCompany,
  mintCompanyMember,
  mintHolder,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { mintOperator, mintServiceToken } from "@/test/factories/mint-platform";
import { newCompanyId, newExternalId } from "@/test/factories/new-ids";
import { callRoute } from "@/test/requests/call-route";
import { fieldAt, listOf } from "@/test/requests/read-json";

const write = () => mintServiceToken(["platform/directory/write"]);

async function put(
  organization_id: string,
  body: object,
  as?: Parameters<typeof callRoute>[1]["as"],
) {
  const caller = as ?? (await write());
  const params = { organization_id };
  return callRoute(putOrganization, { params, body, as: caller });
}

async function putMember(organization_id: string, externalId: string, body: object) {
  const params = { organization_id, external_id: encodeURIComponent(externalId) };
  return callRoute(putOrganizationMember, { params, body, as: await write() });
}

describe("an organization of the directory", () => {
  it("is created with its company, updated, and unchanged when it is sent again", async () => {
    const id = `Acme_${newId()}-1`;
    const companyId = newCompanyId();
    const as = await mintOperator();
    const created = await put(id, { name: "Acme", company_id: companyId }, as);
    expect(created).toMatchObject({
      status: 201,
      body: {
        organization_id: id,
        company_id: companyId,
        publisher_verified: false,
        status: "active",
      },
    });
    const company = await db().company.findUniqueOrThrow({ where: { id: companyId } });
    expect(company).toMatchObject({ name: "Acme", isExternal: true, isSandbox: true });
    const updated = await put(id, { publisher_verified: true, status: "suspended" }, as);
    expect(updated).toMatchObject({
      status: 200,
      body: { publisher_verified: true, status: "suspended", name: "Acme" },
    });
    expect((await put(id, { name: "Acme", company_id: companyId }, as)).body).toEqual(updated.body);
    const entries = [
      { action: "organization.created" },
      {
        action: "organization.updated",
        before: { publisher_verified: false, status: "active" },
        after: { publisher_verified: true, status: "suspended" },
      },
    ];
    const order = { orderBy: { id: "asc" } } as const;
    const ownRows = await db().auditRow.findMany({ where: { organizationId: id }, ...order });
    expect(ownRows).toMatchObject(entries);
    const target = `organization:${id}`;
    expect(
      await db().auditRow.findMany({ where: { organizationId: null, target }, ...order }),
    ).toMatchObject(entries);
  });

  it("gets a local company when the request names none", async () => {
    const { body } = await put(newId(), { name: "Acme" });
    expect(Number(body.company_id)).toBeGreaterThanOrEqual(2 ** 52);
  });

  it("is stored once, with one company, by 50 identical requests at the same time", async () => {
    const id = newId();
    const as = await write();
    const name = `Acme ${id}`;
    const answers = await Promise.all(Array.from({ length: 50 }, () => put(id, { name }, as)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(49);
    expect(await db().company.count({ where: { name } })).toBe(1);
  });

  it("needs a name when it is new", async () => {
    const { status, body } = await put(newId(), { status: "active" });
    expect([status, fieldAt(body, "errors.0.path")]).toEqual([400, "name"]);
  });

  it("moves its people along when it gets another sandbox company", async () => {
    const { organizationId, owner, companyId } = await mintOrganization();
    const seller = await mintCompanyMember(companyId, "staff");
    const next = newCompanyId();
    expect((await put(organizationId, { company_id: next })).status).toBe(200);
    const membersOf = (id: number) => db().companyMember.findMany({ where: { companyId: id } });
    expect(await membersOf(companyId)).toMatchObject([{ userId: seller.userId }]);
    expect(await membersOf(next)).toMatchObject([{ userId: owner.userId, role: "owner" }]);
  });

  it("does not get a company that is closed or belongs to another organization", async () => {
    const { companyId } = await mintOrganization();
    const denied = await put(newId(), { name: "Acme", company_id: companyId });
    expect([denied.status, fieldAt(denied.body, "errors.0.path")]).toEqual([409, "company_id"]);
    const closedCompanyId = newCompanyId();
    await db().company.create({ data: { id: closedCompanyId, name: "Closed", status: "closed" } });
    expect((await put(newId(), { name: "Acme", company_id: closedCompanyId })).status).toBe(409);
    const otherOrganization = await mintOrganization();
    expect((await put(otherOrganization.organizationId, { company_id: companyId })).status).toBe(
      409,
    );
  });

  it("does not get a seller's company, and the error says why", async () => {
    const { companyId } = await mintCompany();
    await mintCompanyMember(companyId, "owner");
    const denied = await put(newId(), { name: "Acme", company_id: companyId });
    expect([denied.status, fieldAt(denied.body, "errors.0.message")]).toEqual([
      409,
      "The company has members, so it is a seller's. Send the id of another company, or leave out company_id.",
    ]);
    const { organizationId } = await mintOrganization();
    expect((await put(organizationId, { company_id: companyId })).status).toBe(409);
  });

  it("loses its verification with its name, unless the same PUT verifies the new name", async () => {
    const id = newId();
    await put(id, { name: "Acme", publisher_verified: true });
    expect((await put(id, { name: "Acme" })).body.publisher_verified).toBe(true);
    const renamed = await put(id, { name: "Shipfast Labs" });
    expect(renamed.body).toMatchObject({ name: "Shipfast Labs", publisher_verified: false });
    const verified = await put(id, { name: "Acme Labs", publisher_verified: true });
    expect(verified.body).toMatchObject({ name: "Acme Labs", publisher_verified: true });
  });

  it("is listed and found by name, id and status", async () => {
    const id = newId();
    const name = `Found ${newId()}`;
    await put(id, { name });
    const as = await mintOperator("support");
    const list = async (query: Record<string, string>) => {
      const answer = await callRoute(listOrganizations, { params: {}, query, as });
      return listOf(answer.body.items).map(({ organization_id }) => organization_id);
    };
    expect(await list({ q: name.toUpperCase() })).toEqual([id]);
    expect(await list({ q: id, status: "active" })).toEqual([id]);
    expect(await list({ q: id, status: "suspended" })).toEqual([]);
    const params = { organization_id: id };
    const found = await callRoute(getOrganization, { params, as });
    expect(found.body.name).toBe(name);
  });
});

describe("an organization's member of the directory", () => {
  it("is created with the person and, if they may change clients, in the sandbox company", async () => {
    const { organizationId, companyId } = await mintOrganization();
    const id = newExternalId();
    const created = await putMember(organizationId, id, { role: "developer" });
    expect(created).toMatchObject({
      status: 201,
      body: { organization_id: organizationId, external_id: id, source: "directory" },
    });
    const inSandbox = () =>
      db().companyMember.count({ where: { companyId, user: { externalId: id } } });
    expect(await inSandbox()).toBe(1);
    expect((await putMember(organizationId, id, { role: "auditor" })).status).toBe(200);
    expect(await inSandbox()).toBe(0);
    const rows = await db().auditRow.findMany({
      where: { organizationId },
      orderBy: { id: "asc" },
    });
    expect(rows).toMatchObject([
      { action: "organization_member.created", after: { role: "developer" } },
      {
        action: "organization_member.updated",
        before: { role: "developer" },
        after: { role: "auditor" },
      },
    ]);
  });

  it("is stored once by 50 identical requests at the same time", async () => {
    const { organizationId } = await mintOrganization();
    const id = newExternalId();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => putMember(organizationId, id, { role: "admin" })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(49);
  });

  it("cannot be added to an unknown organization", async () => {
    expect((await putMember(newId(), newExternalId(), { role: "admin" })).status).toBe(404);
  });

  it.each(["a lower role", "no role"])(
    "security 63: loses secrets of clients with more permissions than %s has",
    async (next) => {
      const { organizationId } = await mintOrganization();
      const { userId } = await mintMember(organizationId, "owner");
      const scopes = ["organization/members/write"];
      const { secretId } = await mintClient(organizationId, { scopes });
      await mintHolder(secretId, `user:${userId}`);
      const params = { organization_id: organizationId, external_id: userId };
      if (next === "no role") {
        const as = await write();
        await callRoute(removeOrganizationMember, { params, as });
      } else {
        await putMember(organizationId, userId, { role: "developer" });
      }
      const secret = await db().clientSecret.findUniqueOrThrow({ where: { id: secretId } });
      expect(secret.revokedAt).not.toBeNull();
    },
  );

  it("is no longer listed when the membership has ended, even as the last owner", async () => {
    const { organizationId, owner, companyId } = await mintOrganization();
    const as = await write();
    const params = { organization_id: organizationId, external_id: owner.userId };
    const removed = await callRoute(removeOrganizationMember, { params, as });
    expect(removed).toMatchObject({ status: 200, body: { role: "owner" } });
    const list = await callRoute(listOrganizationMembers, { params, as });
    expect(list.body.items).toEqual([]);
    expect(await db().companyMember.count({ where: { companyId } })).toBe(0);
    const again = await callRoute(removeOrganizationMember, { params, as });
    expect(again.status).toBe(404);
  });
});
