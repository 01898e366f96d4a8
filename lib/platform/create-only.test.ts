import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { Operation } from "@/lib/operation/operation";
import { putCompany } from "@/lib/platform/companies/put-company";
import { putCompanyMember, putOrganizationMember } from "@/lib/platform/members/put-member";
import { putOrganization } from "@/lib/platform/organizations/put-organization";
import { putScope } from "@/lib/platform/scopes/put-scope";
import { putUser } from "@/lib/platform/users/put-user";
import { mintCompany, mintOrganization } from "@/test/factories/mint";
import { mintOperator } from "@/test/factories/mint-platform";
import { newCompanyId, newExternalId } from "@/test/factories/new-ids";
import { callRoute } from "@/test/requests/call-route";

type Creation = {
  operation: Operation;
  params: Record<string, string>;
  first: object;
  second: object;
};

const kinds: [string, () => Promise<Creation>][] = [
  [
    "company",
    async () => ({
      operation: putCompany,
      params: { company_id: String(newCompanyId()) },
      first: { name: "Blue Lotus" },
      second: { name: "Red Lotus" },
    }),
  ],
  [
    "person",
    async () => ({
      operation: putUser,
      params: { external_id: newExternalId() },
      first: { first_name: "Asha" },
      second: { first_name: "Ravi" },
    }),
  ],
  [
    "organization",
    async () => ({
      operation: putOrganization,
      params: { organization_id: newId() },
      first: { name: "Acme" },
      second: { name: "Other" },
    }),
  ],
  [
    "scope",
    async () => ({
      operation: putScope,
      params: { name: encodeURIComponent(`company/${newId()}/read`) },
      first: { title: "Own", sentence: "See own.", group: "Own", access: "read" },
      second: { title: "Other" },
    }),
  ],
  [
    "member of a company",
    async () => ({
      operation: putCompanyMember,
      params: {
        company_id: String((await mintCompany()).companyId),
        external_id: newExternalId(),
      },
      first: { role: "staff" },
      second: { role: "owner" },
    }),
  ],
  [
    "member of an organization",
    async () => ({
      operation: putOrganizationMember,
      params: {
        organization_id: (await mintOrganization()).organizationId,
        external_id: newExternalId(),
      },
      first: { role: "auditor" },
      second: { role: "owner" },
    }),
  ],
];

describe("a PUT with If-None-Match: *", () => {
  it.each(kinds)(
    "creates a record (%s), and rejects one that exists without a change",
    async (_, make) => {
      const { operation, params, first, second } = await make();
      const as = await mintOperator();
      const headers = { "if-none-match": "*" };
      const created = await callRoute(operation, { params, body: first, as, headers });
      expect(created.status).toBe(201);
      const changes = () =>
        db().auditRow.count({ where: { organizationId: null, actor: { contains: as.userId } } });
      expect(await changes()).toBe(1);
      const denied = await callRoute(operation, { params, body: second, as, headers });
      expect([denied.status, denied.body.error]).toEqual([412, "precondition_failed"]);
      expect((await callRoute(operation, { params, body: first, as, headers })).status).toBe(412);
      expect(await changes()).toBe(1);
      const unchanged = await callRoute(operation, { params, body: first, as });
      expect(unchanged).toMatchObject({ status: 200, body: created.body });
    },
  );

  it("succeeds once when many arrive at the same time", async () => {
    const as = await mintOperator();
    const call = {
      params: { company_id: String(newCompanyId()) },
      body: { name: "Blue Lotus" },
      as,
      headers: { "if-none-match": "*" },
    };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => callRoute(putCompany, call)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(19);
  });
});
