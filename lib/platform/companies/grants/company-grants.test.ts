import { describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { getCompanyGrant } from "@/lib/platform/companies/grants/get-company-grant";
import { listCompanyGrants } from "@/lib/platform/companies/grants/list-company-grants";
import { removeCompanyGrant } from "@/lib/platform/companies/grants/remove-company-grant";
import { mintClient, mintCompany, mintGrant, mintOrganization } from "@/test/factories/mint";
import { mintOperator, mintServiceToken } from "@/test/factories/mint-platform";
import { newCompanyId } from "@/test/factories/new-ids";
import { callRoute } from "@/test/requests/call-route";
import { fieldAt, listOf, textOf } from "@/test/requests/read-json";

const SCOPES = ["company/orders/read"];

async function install() {
  const { organizationId } = await mintOrganization();
  const { companyId } = await mintCompany();
  const { clientId } = await mintClient(organizationId, {
    baseUrl: "https://shipfast.example.com",
  });
  const { grantId } = await mintGrant(clientId, companyId, SCOPES);
  const params = { company_id: String(companyId), client_id: clientId };
  return { organizationId, companyId, clientId, grantId, params };
}

describe("what a company granted extensions", () => {
  it("is listed page by page for the platform's own panel", async () => {
    const { organizationId, clientId, companyId, params } = await install();
    const otherClient = await mintClient(organizationId);
    await mintGrant(otherClient.clientId, companyId, SCOPES);
    const as = await mintServiceToken(["platform/directory/read"]);
    const list = (query: Record<string, string>) =>
      callRoute(listCompanyGrants, { params, query, as });
    const first = await list({ limit: "1" });
    const cursor = textOf(fieldAt(first.body, "page.next_id"));
    const second = await list({ limit: "1", cursor });
    const seen = [...listOf(first.body.items), ...listOf(second.body.items)];
    expect(seen.map(({ client_id }) => client_id)).toEqual(
      [clientId, otherClient.clientId].toSorted(),
    );
    expect(seen[0]).toMatchObject({ organization_id: organizationId, scopes: SCOPES });
    const found = await callRoute(getCompanyGrant, { params, as });
    expect(found.body).toMatchObject({ client_id: clientId, granted_by: null });
    const unknown = { company_id: String(newCompanyId()) };
    const { status } = await callRoute(listCompanyGrants, { params: unknown, as });
    expect(status).toBe(404);
  });

  it("is revoked by an uninstallation, which notifies the extension and leaves an audit entry", async () => {
    const { clientId, companyId, grantId, params } = await install();
    const as = await mintOperator();
    const removed = await callRoute(removeCompanyGrant, { params, as });
    expect(removed).toMatchObject({ status: 200, body: { client_id: clientId, scopes: SCOPES } });
    expect(
      (await db().grant.findUniqueOrThrow({ where: { id: grantId } })).revokedAt,
    ).not.toBeNull();
    expect(await db().grantEvent.findMany({ where: { grantId } })).toMatchObject([
      { change: "revoked", userId: as.userId },
    ]);
    expect(await db().delivery.count({ where: { companyId, clientId } })).toBe(1);
    const rows = await db().auditRow.findMany({
      where: { organizationId: null, target: `client:${clientId}` },
    });
    expect(rows).toMatchObject([{ action: "grant.revoked", before: { company_id: companyId } }]);
    const again = await callRoute(removeCompanyGrant, { params, as });
    expect(again.status).toBe(404);
    const found = await callRoute(getCompanyGrant, { params, as });
    expect(found.status).toBe(404);
  });
});
