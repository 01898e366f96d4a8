import { describe, expect, it } from "vitest";
import { createClient } from "@/lib/clients/create-client";
import { getClient } from "@/lib/clients/get-client";
import { patchClient } from "@/lib/clients/patch-client";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { getScopeApproval } from "@/lib/platform/approvals/get-scope-approval";
import {
  listClientScopeApprovals,
  listScopeApprovals,
} from "@/lib/platform/approvals/list-scope-approvals";
import { putScopeApproval } from "@/lib/platform/approvals/put-scope-approval";
import { getScope } from "@/lib/platform/scopes/get-scope";
import { listScopes } from "@/lib/platform/scopes/list-scopes";
import { putScope } from "@/lib/platform/scopes/put-scope";
import { describeScopes } from "@/lib/protocol/scopes/describe-scopes";
import { loadCatalogue } from "@/lib/protocol/scopes/load-catalogue";
import { mintClient, mintHolder, mintOrganization } from "@/test/factories/mint";
import { mintOperator, mintServiceToken } from "@/test/factories/mint-platform";
import { callRoute } from "@/test/requests/call-route";
import { fieldAt, listOf } from "@/test/requests/read-json";

const TEXTS = {
  title: "Gift cards: view",
  sentence: "See gift cards.",
  group: "Gift cards",
  access: "read",
};

const write = () => mintServiceToken(["platform/scopes/write"]);
const newScope = () => `company/giftcards/${newId()}`;

async function put(scope: string, body: object, as?: string) {
  const params = { name: encodeURIComponent(scope) };
  return callRoute(putScope, { params, body, as: as ?? (await write()) });
}

describe("a scope of the directory", () => {
  it("is created, updated, and unchanged when it is sent again", async () => {
    const name = newScope();
    expect(await put(name, TEXTS)).toMatchObject({
      status: 201,
      body: { name, ...TEXTS, risk: "medium", restricted: false, deprecated: false },
    });
    const translations = { de: { title: "Gutscheine: sehen" }, fr: { group: "Cartes" } };
    const updated = await put(name, { risk: "high", translations });
    expect(updated).toMatchObject({ status: 200, body: { risk: "high", translations } });
    const sorted = { fr: translations.fr, de: translations.de };
    expect((await put(name, { ...TEXTS, translations: sorted })).body).toEqual(updated.body);
    const rows = await db().auditRow.findMany({
      where: { organizationId: null, target: `scope:${name}` },
    });
    expect(rows.map(({ action }) => action)).toEqual(["scope.created", "scope.updated"]);
    const found = await callRoute(getScope, {
      params: { name: encodeURIComponent(name) },
      as: await write(),
    });
    expect(found.body).toEqual(updated.body);
  });

  it("is stored once by 50 identical requests at the same time", async () => {
    const name = newScope();
    const as = await write();
    const answers = await Promise.all(Array.from({ length: 50 }, () => put(name, TEXTS, as)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(49);
  });

  it.each(["title", "sentence", "group", "access"])("needs %s when it is new", async (field) => {
    const { status, body } = await put(newScope(), { ...TEXTS, [field]: undefined });
    expect([status, fieldAt(body, "errors.0.path")]).toEqual([400, field]);
  });

  it("keeps the platform's texts when the catalogue is loaded again, in each language", async () => {
    await loadCatalogue();
    const name = "company/locations/write";
    const before = await db().scope.findUniqueOrThrow({ where: { name } });
    try {
      await put(name, { title: "Shops", translations: { de: { title: "Läden" } } });
      await loadCatalogue();
      expect(await describeScopes([name], "en")).toMatchObject([{ title: "Shops" }]);
      expect(await describeScopes([name], "de")).toMatchObject([{ title: "Läden" }]);
    } finally {
      const { translations: _, builtIn: __, ...columns } = before;
      await db().scope.update({ where: { name }, data: { ...columns, translations: {} } });
    }
  });

  it("is listed and found by its texts", async () => {
    const name = newScope();
    await put(name, { ...TEXTS, title: `100% ${name}` });
    const as = await mintOperator("support");
    const query = { q: `100% ${name}` };
    const { body } = await callRoute(listScopes, { params: {}, query, as });
    expect(listOf(body.items)).toMatchObject([{ name }]);
  });
});

describe("a restricted scope", () => {
  async function restricted() {
    const scope = newScope();
    await put(scope, { ...TEXTS, restricted: true });
    const organization = await mintOrganization();
    const { clientId } = await mintClient(organization.organizationId);
    const at = { organization_id: organization.organizationId, client_id: clientId };
    const approval = { client_id: clientId, scope: encodeURIComponent(scope) };
    const add = () =>
      callRoute(patchClient, {
        params: at,
        body: { scopes: { permissions: ["company/orders/read", scope] } },
        as: organization.owner,
      });
    const operator = await mintOperator();
    const decide = (approved: boolean, reason?: string) =>
      callRoute(putScopeApproval, { params: approval, body: { approved, reason }, as: operator });
    const scopesOf = async () =>
      (await db().client.findUniqueOrThrow({ where: { clientId } })).scopes;
    return { scope, organization, clientId, approval, add, decide, scopesOf, operator };
  }

  it("cannot be registered with a new client, and the error says how to request it", async () => {
    const { scope, organization } = await restricted();
    const { status, body } = await callRoute(createClient, {
      params: { organization_id: organization.organizationId },
      body: { meta: { name: "Greedy" }, scopes: { permissions: [scope] } },
      as: organization.owner,
    });
    expect([status, fieldAt(body, "errors.0.path")]).toEqual([400, "scopes.permissions"]);
    expect(body.message).toContain("Create the client without it");
  });

  it("is requested by the attempt to add it, and can be added once an operator has approved it", async () => {
    const { scope, organization, clientId, approval, add, decide, scopesOf, operator } =
      await restricted();
    const denied = await add();
    expect([denied.status, fieldAt(denied.body, "errors.0.path")]).toEqual([
      400,
      "scopes.permissions",
    ]);
    expect(denied.body.message).toContain("The approval is now requested");
    expect(await scopesOf()).not.toContain(scope);
    const approvalResponse = await callRoute(getScopeApproval, { params: approval, as: operator });
    expect(approvalResponse.body).toMatchObject({
      status: "open",
      scope,
      requested_by: `user:${organization.owner.userId}`,
    });
    const open = await callRoute(listClientScopeApprovals, {
      params: approval,
      query: { status: "open" },
      as: operator,
    });
    expect(listOf(open.body.items)).toMatchObject([{ client_id: clientId, scope }]);
    expect(await decide(true)).toMatchObject({
      status: 200,
      body: { status: "approved", decided_by: `operator:${operator.userId}` },
    });
    expect((await add()).status).toBe(200);
    expect(await scopesOf()).toContain(scope);
    const rows = await db().auditRow.findMany({
      where: { organizationId: organization.organizationId, action: "scope.approved" },
    });
    expect(rows).toMatchObject([{ target: `client:${clientId}`, after: { scope } }]);
  });

  it("is removed from the client by a denial, and cannot be added again", async () => {
    const { scope, add, decide, scopesOf } = await restricted();
    expect(await decide(true)).toMatchObject({ status: 201, body: { status: "approved" } });
    await add();
    expect(await decide(false)).toMatchObject({ status: 200, body: { status: "rejected" } });
    expect(await scopesOf()).toEqual(["company/orders/read"]);
    const again = await add();
    expect(again.status).toBe(400);
    expect(again.body.message).toContain("an operator has rejected it");
    expect(await scopesOf()).not.toContain(scope);
  });

  it("security 63: revokes the secrets that the client has seen with it when a denial removes it", async () => {
    const scope = "organization/clients/secrets";
    const { organizationId } = await mintOrganization();
    const reader = await mintClient(organizationId, { scopes: [scope, "company/orders/read"] });
    const powerful = await mintClient(organizationId, { scopes: [scope] });
    await mintHolder(powerful.secretId, `client:${reader.clientId}`);
    const params = { client_id: reader.clientId, scope: encodeURIComponent(scope) };
    const as = await mintOperator();
    await callRoute(putScopeApproval, { params, body: { approved: false }, as });
    const secret = await db().clientSecret.findUniqueOrThrow({ where: { id: powerful.secretId } });
    expect(secret.revokedAt).not.toBeNull();
  });

  it("is denied again with another reason, which replaces the first", async () => {
    const { decide } = await restricted();
    await decide(false);
    const reason = "Printing labels needs no legal documents.";
    expect((await decide(false, reason)).body).toMatchObject({ status: "rejected", reason });
    const repeated = (await decide(false)).body;
    expect(repeated).toEqual((await decide(false, reason)).body);
    expect(repeated.reason).toBe(reason);
  });

  it("is absent from the settings that its publisher reads after a denial, which the reviews name", async () => {
    const { scope, organization, clientId, add, decide } = await restricted();
    await decide(true);
    await add();
    await decide(false);
    const {
      body: { scope_reviews: reviews, ...body },
    } = await callRoute(getClient, {
      params: { organization_id: organization.organizationId, client_id: clientId },
      as: organization.owner,
    });
    expect(JSON.stringify(body)).not.toContain(scope);
    expect(reviews).toMatchObject([{ scope, state: "declined" }]);
  });

  it("stays with a client that had it before it was restricted", async () => {
    const scope = newScope();
    await put(scope, TEXTS);
    const { organizationId, owner } = await mintOrganization();
    const { clientId } = await mintClient(organizationId, { scopes: [scope] });
    await put(scope, { restricted: true });
    const { status } = await callRoute(patchClient, {
      params: { organization_id: organizationId, client_id: clientId },
      body: { scopes: { permissions: [scope, "company/orders/read"] } },
      as: owner,
    });
    expect(status).toBe(200);
  });

  it("is in the list of open requests until it is decided, page by page", async () => {
    const { clientId, add, decide, operator } = await restricted();
    await add();
    const openFor = async () => {
      const found: unknown[] = [];
      let cursor = "";
      do {
        const query = { status: "open", limit: "1", ...(cursor && { cursor }) };
        const { body } = await callRoute(listScopeApprovals, {
          params: {},
          query,
          as: operator,
        });
        found.push(...listOf(body.items).map(({ client_id }) => client_id));
        cursor = String(fieldAt(body, "page.next_id"));
      } while (cursor);
      return found.filter((id) => id === clientId).length;
    };
    expect(await openFor()).toBe(1);
    await decide(false);
    expect(await openFor()).toBe(0);
  });
});

describe("a deprecated scope", () => {
  it("cannot be added to a client that lacks it, and stays with one that has it", async () => {
    const scope = newScope();
    await put(scope, { ...TEXTS, deprecated: true });
    const { organizationId, owner } = await mintOrganization();
    const params = { organization_id: organizationId };
    const permissions = [scope, "company/orders/read"];
    const created = await callRoute(createClient, {
      params,
      body: { meta: { name: "Shipfast" }, scopes: { permissions }, redirect_urls: [] },
      as: owner,
    });
    const isRejected = [400, expect.stringContaining(`${scope} is deprecated`)];
    expect([created.status, created.body.message]).toEqual(isRejected);
    const patch = async (clientId: string) =>
      callRoute(patchClient, {
        params: { ...params, client_id: clientId },
        body: { scopes: { permissions } },
        as: owner,
      });
    const without = await mintClient(organizationId, { scopes: ["company/orders/read"] });
    const denied = await patch(without.clientId);
    expect([denied.status, denied.body.message]).toEqual(isRejected);
    const having = await mintClient(organizationId, { scopes: [scope] });
    expect((await patch(having.clientId)).status).toBe(200);
  });
});

describe("a scope that the catalogue lacks", () => {
  it("is registered with a warning that names the nearest one", async () => {
    await loadCatalogue();
    const { organizationId, owner } = await mintOrganization();
    const params = { organization_id: organizationId };
    const warning = (message: string) => [
      { path: "scopes.permissions", message: expect.stringContaining(message) },
    ];
    const permissions = ["company/product/raed", "company/orders/read"];
    const created = await callRoute(createClient, {
      params,
      body: { meta: { name: "Shipfast" }, scopes: { permissions }, redirect_urls: [] },
      as: owner,
    });
    expect([created.status, created.body.warnings]).toEqual([
      201,
      warning("company/product/raed. Did you mean company/products/read?"),
    ]);
    const patch = async (body: object) =>
      callRoute(patchClient, {
        params: { ...params, client_id: String(created.body.client_id) },
        body,
        as: owner,
      });
    const strange = await patch({ scopes: { permissions: ["zzz"] } });
    expect(strange.body.warnings).toEqual(warning("zzz. Sellers see only its name."));
    expect((await patch({ require_pkce: true })).body).not.toHaveProperty("warnings");
    const knownScopes = await patch({ scopes: { permissions: ["company/orders/read"] } });
    expect(knownScopes.body).not.toHaveProperty("warnings");
  });
});
