import { describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { companies, companyGrants, removeCompanyGrant } from "@/lib/platform/companies/companies";
import { mintClient, mintCompany, mintGrant, mintOrganization } from "@/test/factories/mint";
import { mintOperator, mintServiceToken } from "@/test/factories/mint-platform";
import { newCompanyId } from "@/test/factories/new-ids";
import { callRoute } from "@/test/requests/call-route";

const NAME = "Blue Lotus Sarees";

async function put(id: number | string, body: object) {
  const as = await mintServiceToken(["platform/directory/write"]);
  return callRoute(companies.put, { params: { company_id: String(id) }, body, as });
}

describe("a company of the directory", () => {
  it("has any integer from 1 to 2^53-1 as its id, which stays a number", async () => {
    const id = Number.MAX_SAFE_INTEGER - newCompanyId();
    expect((await put(id, { name: NAME })).body.company_id).toBe(id);
  });

  it.each(["0", "-1", "1.5", "01", "9007199254740992", "1e3", "x", "%31%20"])(
    "is rejected at %s with the rule of its id",
    async (id) => {
      const { status, body } = await put(id, { name: NAME });
      const message = "company_id: must be an integer from 1 to 9007199254740991";
      expect([status, body.message]).toEqual([400, message]);
    },
  );

  it("replaces a company that was created here only with adopt", async () => {
    const { companyId } = await mintCompany();
    const denied = await put(companyId, { name: "Adopted" });
    expect(denied.status).toBe(409);
    expect(denied.body.message).toContain("adopt: true");
    const adopted = await put(companyId, { name: "Adopted", adopt: true });
    expect(adopted).toMatchObject({ status: 200, body: { is_external: true, name: "Adopted" } });
    expect((await put(companyId, { name: "Renamed" })).status).toBe(200);
  });

  it("ends its grants and notifies its extensions when it is closed, and cannot be reopened", async () => {
    const id = newCompanyId();
    await put(id, { name: NAME });
    const { organizationId } = await mintOrganization();
    const baseUrl = "https://shipfast.example.com";
    const { clientId } = await mintClient(organizationId, { baseUrl });
    const { grantId } = await mintGrant(clientId, id, ["company/orders/read"]);
    expect((await put(id, { status: "closed" })).body.status).toBe("closed");
    const grant = await db().grant.findUniqueOrThrow({ where: { id: grantId } });
    expect(grant.revokedAt).not.toBeNull();
    expect(grant.epoch).toBe(2);
    expect(await db().grantEvent.count({ where: { grantId, change: "revoked" } })).toBe(1);
    expect(await db().delivery.count({ where: { companyId: id, kind: "uninstall" } })).toBe(1);
    const again = await put(id, { status: "active" });
    expect(again.status).toBe(409);
    expect(again.body.message).toContain("closed, which is final");
    expect((await put(id, { status: "closed" })).status).toBe(200);
  });
});

const SCOPES = ["company/orders/read"];

async function install() {
  const { organizationId } = await mintOrganization();
  const { companyId } = await mintCompany();
  const baseUrl = "https://shipfast.example.com";
  const { clientId } = await mintClient(organizationId, { baseUrl });
  const { grantId } = await mintGrant(clientId, companyId, SCOPES);
  const params = { company_id: String(companyId), client_id: clientId };
  return { organizationId, companyId, clientId, grantId, params };
}

describe("what a company granted extensions", () => {
  it("is shown to the platform's own panel with the extension and who granted it", async () => {
    const { organizationId, clientId, params } = await install();
    const as = await mintServiceToken(["platform/directory/read"]);
    const grant = { client_id: clientId, organization_id: organizationId, scopes: SCOPES };
    const { body } = await callRoute(companyGrants.list, { params, as });
    expect(body.items).toMatchObject([grant]);
    const shown = await callRoute(companyGrants.get, { params, as });
    expect(shown.body).toMatchObject({ ...grant, granted_by: null });
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
    expect((await callRoute(companyGrants.get, { params, as })).status).toBe(404);
  });
});
