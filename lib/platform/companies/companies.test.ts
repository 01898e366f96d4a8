import { describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { getCompany } from "@/lib/platform/companies/get-company";
import { listCompanies } from "@/lib/platform/companies/list-companies";
import { putCompany } from "@/lib/platform/companies/put-company";
import {
  type MintedUser,
  mintClient,
  mintCompany,
  mintGrant,
  mintOrganization,
} from "@/test/factories/mint";
import { mintOperator, mintServiceToken } from "@/test/factories/mint-platform";
import { newCompanyId } from "@/test/factories/new-ids";
import { callRoute } from "@/test/requests/call-route";
import { fieldAt, listOf, textOf } from "@/test/requests/read-json";

const NAME = "Blue Lotus Sarees";

async function put(id: number, body: object, as?: MintedUser | string) {
  const caller = as ?? (await mintServiceToken(["platform/directory/write"]));
  const params = { company_id: String(id) };
  return callRoute(putCompany, { params, body, as: caller });
}

describe("a company of the directory", () => {
  it("is created, updated, and unchanged when it is sent again, with an audit entry for each change", async () => {
    const id = newCompanyId();
    const as = await mintOperator();
    expect((await put(id, { name: NAME }, as)).status).toBe(201);
    const updated = await put(id, { status: "suspended" }, as);
    expect(updated).toMatchObject({
      status: 200,
      body: { company_id: id, name: NAME, status: "suspended", is_external: true },
    });
    expect((await put(id, { name: NAME, status: "suspended" }, as)).body).toEqual(updated.body);
    const rows = await db().auditRow.findMany({
      where: { organizationId: null, target: `company:${id}` },
      orderBy: { id: "asc" },
    });
    expect(rows).toMatchObject([
      { action: "company.created", actor: `operator:${as.userId}`, before: null },
      {
        action: "company.updated",
        before: { status: "active" },
        after: { status: "suspended" },
      },
    ]);
  });

  it("has any integer from 1 to 2^53-1 as its id, which stays a number", async () => {
    const id = Number.MAX_SAFE_INTEGER - newCompanyId();
    expect((await put(id, { name: NAME })).body.company_id).toBe(id);
    const as = await mintServiceToken(["platform/directory/read"]);
    const params = { company_id: String(id) };
    const found = await callRoute(getCompany, { params, as });
    expect(found.body.company_id).toBe(id);
  });

  it.each(["0", "-1", "1.5", "01", "9007199254740992", "1e3", "x", "%31%20"])(
    "is rejected at %s with the rule of its id",
    async (company_id) => {
      const as = await mintServiceToken(["platform/directory/read"]);
      const { status, body } = await callRoute(getCompany, {
        params: { company_id },
        as,
      });
      expect([status, body.message]).toEqual([
        400,
        "company_id: must be an integer from 1 to 9007199254740991",
      ]);
    },
  );

  it("needs a name when it is created", async () => {
    const { status, body } = await put(newCompanyId(), { status: "active" });
    expect(status).toBe(400);
    expect(fieldAt(body, "errors.0")).toEqual({
      path: "name",
      message: "is required to create a company",
    });
  });

  it("is stored once by 50 identical requests at the same time", async () => {
    const id = newCompanyId();
    const as = await mintServiceToken(["platform/directory/write"]);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => put(id, { name: NAME }, as)),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array.from({ length: 49 }, () => 200), 201]);
    expect(
      await db().auditRow.count({ where: { organizationId: null, target: `company:${id}` } }),
    ).toBe(1);
  });

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
    const { clientId } = await mintClient(organizationId, {
      baseUrl: "https://shipfast.example.com",
    });
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

describe("the list of companies", () => {
  it("is read page by page with a cursor", async () => {
    const as = await mintServiceToken(["platform/directory/write"]);
    const first = newCompanyId();
    const name = `Paged ${first}`;
    const ids = [first, newCompanyId(), newCompanyId()];
    for (const id of ids) await put(id, { name }, as);
    const seen: unknown[] = [];
    let cursor: string | undefined;
    do {
      const query = { q: name, limit: "2", ...(cursor && { cursor }) };
      const { body } = await callRoute(listCompanies, { params: {}, query, as });
      seen.push(...listOf(body.items).map(({ company_id }) => company_id));
      cursor = textOf(fieldAt(body, "page.next_id"));
      expect(body.page).toMatchObject({ type: "cursor", size: 2, has_next: cursor !== "" });
    } while (cursor);
    expect(seen).toEqual(ids.toSorted((a, b) => a - b));
  });

  it("finds companies by name, id and status", async () => {
    const as = await mintServiceToken(["platform/directory/write"]);
    const id = newCompanyId();
    await put(id, { name: `100%_found ${id}`, status: "suspended" }, as);
    const list = async (query: Record<string, string>) => {
      const { body } = await callRoute(listCompanies, { params: {}, query, as });
      return listOf(body.items).map(({ company_id }) => company_id);
    };
    expect(await list({ q: `0%_FOUND ${id}` })).toEqual([id]);
    expect(await list({ q: String(id), status: "suspended" })).toEqual([id]);
    expect(await list({ q: String(id), status: "active" })).toEqual([]);
  });

  it.each(["x", "", "W10.AAAA", `${Buffer.from("1").toString("base64url")}.${"A".repeat(22)}`])(
    "security 49: rejects the forged cursor %j",
    async (cursor) => {
      const as = await mintOperator("support");
      const query = { cursor };
      const { status, body } = await callRoute(listCompanies, {
        params: {},
        query,
        as,
      });
      expect(status).toBe(400);
      expect(fieldAt(body, "errors.0.path")).toBe("cursor");
    },
  );
});
