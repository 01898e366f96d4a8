import { describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import {
  createLocalCompany,
  inviteCompanyOwner,
  inviteOrganizationOwner,
} from "@/lib/platform/operators/owners";
import { listMemberships } from "@/lib/platform/users/read-person";
import { mintOrganization } from "@/test/factories/mint";
import { mintOperator } from "@/test/factories/mint-platform";
import { callRoute } from "@/test/requests/call-route";

const email = () => `${crypto.randomUUID()}@example.com`;

describe("a company that an operator creates", () => {
  it("has an id from 2^52 up and an invitation of its owner, and both are in the audit log", async () => {
    const as = await mintOperator();
    const owner = email();
    const body = { name: "Blue Lotus", owner_email: owner };
    const answer = await callRoute(createLocalCompany, { params: {}, body, as });
    expect(answer.status).toBe(201);
    const { company_id: id, invitation } = answer.body;
    expect(id).toBeGreaterThanOrEqual(2 ** 52);
    expect(invitation).toMatchObject({ email: owner, mail: "no_mail_server" });
    const rows = await db().auditRow.findMany({
      where: { organizationId: null, actor: `operator:${as.userId}` },
      orderBy: { id: "asc" },
    });
    expect(rows.map(({ action }) => action)).toEqual([
      "company.created",
      "company_invitation.created",
    ]);
  });
});

it("a company that an operator creates gets an id that the platform's directory has not used", async () => {
  const as = await mintOperator();
  const create = () =>
    callRoute(createLocalCompany, { params: {}, body: { name: "Blue Lotus" }, as });
  const { company_id: last, ...first } = (await create()).body;
  expect(first).toMatchObject({ invitation: null, is_sandbox: false });
  const next = [1, 2, 3].map((step) => Number(last) + step);
  await db().company.createMany({
    data: next.map((id) => ({ id, name: "Of the platform", isExternal: true })),
    skipDuplicates: true,
  });
  const { status, body } = await create();
  expect(status).toBe(201);
  expect(next).not.toContain(body.company_id);
});

describe("an owner's invitation", () => {
  it("makes an owner of a company or organization, and a second one to the same address is a conflict", async () => {
    const { organizationId, companyId } = await mintOrganization();
    const as = await mintOperator();
    const body = { email: email() };
    const ofCompany = { params: { company_id: String(companyId) }, body, as };
    const request = { params: { organization_id: organizationId }, body, as };
    expect((await callRoute(inviteCompanyOwner, ofCompany)).status).toBe(201);
    expect((await callRoute(inviteOrganizationOwner, request)).status).toBe(201);
    expect(await db().companyInvitation.count({ where: { ...body, role: "owner" } })).toBe(1);
    expect(await db().invitation.count({ where: { ...body, role: "owner" } })).toBe(1);
    expect((await callRoute(inviteCompanyOwner, ofCompany)).status).toBe(409);
    expect((await callRoute(inviteOrganizationOwner, request)).status).toBe(409);
    // The organization does not read the address of the platform's staff.
    const entry = { action: "invitation.created", actor: `operator:${as.userId}`, ipAddress: null };
    expect(await db().auditRow.findMany({ where: { organizationId } })).toMatchObject([entry]);
  });

  it("is not made for a closed or unknown company, or an unknown organization", async () => {
    const { companyId } = await mintOrganization();
    await db().company.update({ where: { id: companyId }, data: { status: "closed" } });
    const as = await mintOperator();
    const body = { email: email() };
    for (const [operation, params, status] of [
      [inviteCompanyOwner, { company_id: String(companyId) }, 409],
      [inviteCompanyOwner, { company_id: "999999999" }, 404],
      [inviteOrganizationOwner, { organization_id: "unknown" }, 404],
    ] as const) {
      expect((await callRoute(operation, { params, body, as })).status).toBe(status);
    }
  });
});

describe("memberships", () => {
  it("name a person's companies and organizations", async () => {
    const { organizationId, companyId, owner } = await mintOrganization();
    const as = await mintOperator("support");
    const call = { params: { user_id: owner.userId }, as };
    const { body } = await callRoute(listMemberships, call);
    expect(body).toMatchObject({
      companies: [{ company_id: companyId, role: "owner", source: "local" }],
      organizations: [{ organization_id: organizationId, role: "owner", source: "local" }],
    });
    const unknown = { params: { user_id: "0".repeat(24) }, as };
    expect((await callRoute(listMemberships, unknown)).status).toBe(404);
  });
});
