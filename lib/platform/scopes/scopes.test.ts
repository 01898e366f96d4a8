import { describe, expect, it } from "vitest";
import { getClient } from "@/lib/clients/read-clients";
import { createClient, patchClient } from "@/lib/clients/write-clients";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { Operation } from "@/lib/operation/operation";
import {
  getScopeApproval,
  listClientScopeApprovals,
  listScopeApprovals,
  putScopeApproval,
} from "@/lib/platform/approvals/approvals";
import { scopes } from "@/lib/platform/scopes/scopes";
import { describeScopes } from "@/lib/protocol/scopes/describe-scopes";
import { loadCatalogue } from "@/lib/protocol/scopes/load-catalogue";
import { mintClient, mintHolder, mintOrganization } from "@/test/factories/mint";
import { mintOperator, mintServiceToken } from "@/test/factories/mint-platform";
import { callRoute } from "@/test/requests/call-route";
import { fieldAt, listOf, textOf } from "@/test/requests/read-json";

const TEXTS = {
  title: "Gift cards: view",
  sentence: "See gift cards.",
  group: "Gift cards",
  access: "read",
};

const newScope = () => `company/giftcards/${newId()}`;

async function put(scope: string, body: object) {
  const params = { name: encodeURIComponent(scope) };
  return callRoute(scopes.put, {
    params,
    body,
    as: await mintServiceToken(["platform/scopes/write"]),
  });
}

describe("a scope of the directory", () => {
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

  it("is unchanged when its translations are sent in another order", async () => {
    const name = newScope();
    const [de, fr] = [{ title: "Gutscheine" }, { group: "Cartes" }];
    const { body } = await put(name, { ...TEXTS, translations: { de, fr } });
    expect(body).toMatchObject({ risk: "medium", restricted: false, deprecated: false });
    expect((await put(name, { translations: { fr, de } })).body).toEqual(body);
    expect(await db().auditRow.count({ where: { target: `scope:${name}` } })).toBe(1);
  });
});

/** An organization that may register clients with scopes, and change them. */
async function mintPublisher() {
  const { organizationId, owner } = await mintOrganization();
  const at = { organization_id: organizationId };
  const create = (permissions: string[]) => {
    const body = { meta: { name: "Shipfast" }, scopes: { permissions }, redirect_urls: [] };
    return callRoute(createClient, { params: at, body, as: owner });
  };
  const patch = (client_id: string, body: object) =>
    callRoute(patchClient, { params: { ...at, client_id }, body, as: owner });
  return { organizationId, owner, create, patch };
}

describe("a restricted scope", () => {
  async function restricted() {
    const scope = newScope();
    await put(scope, { ...TEXTS, restricted: true });
    const publisher = await mintPublisher();
    const { clientId } = await mintClient(publisher.organizationId);
    const params = { client_id: clientId, scope: encodeURIComponent(scope) };
    const as = await mintOperator();
    return {
      scope,
      publisher,
      clientId,
      operator: as,
      add: () =>
        publisher.patch(clientId, { scopes: { permissions: ["company/orders/read", scope] } }),
      decide: (approved: boolean, reason?: string) =>
        callRoute(putScopeApproval, { params, body: { approved, reason }, as }),
      read: (operation: Operation, query = {}) => callRoute(operation, { params, query, as }),
      scopesOf: async () => (await db().client.findUniqueOrThrow({ where: { clientId } })).scopes,
    };
  }

  it("cannot be registered with a new client, and the error says how to request it", async () => {
    const { scope, publisher } = await restricted();
    const { status, body } = await publisher.create([scope]);
    expect([status, fieldAt(body, "errors.0.path")]).toEqual([400, "scopes.permissions"]);
    expect(body.message).toContain("Create the client without it");
  });

  it("is requested by the attempt to add it, and can be added once an operator has approved it", async () => {
    const { scope, publisher, clientId, add, decide, read, scopesOf, operator } =
      await restricted();
    const denied = await add();
    const path = fieldAt(denied.body, "errors.0.path");
    expect([denied.status, path]).toEqual([400, "scopes.permissions"]);
    expect(denied.body.message).toContain("The approval is now requested");
    expect(await scopesOf()).not.toContain(scope);
    const requested_by = `user:${publisher.owner.userId}`;
    const open = { status: "open", client_id: clientId, scope, requested_by };
    expect((await read(getScopeApproval)).body).toMatchObject(open);
    const ofClient = async () =>
      (await read(listClientScopeApprovals, { status: "open" })).body.items;
    expect(await ofClient()).toMatchObject([open]);
    /** Whether the list of all open requests has it, page by page. */
    const isListed = async (cursor = ""): Promise<boolean> => {
      const query = { status: "open", limit: "1", ...(cursor && { cursor }) };
      const { body } = await read(listScopeApprovals, query);
      if (listOf(body.items).some(({ client_id }) => client_id === clientId)) return true;
      const next = String(fieldAt(body, "page.next_id"));
      return next !== "" && isListed(next);
    };
    expect(await isListed()).toBe(true);
    expect(await decide(true)).toMatchObject({
      status: 200,
      body: { status: "approved", decided_by: `operator:${operator.userId}` },
    });
    expect([await ofClient(), await isListed()]).toEqual([[], false]);
    expect((await add()).status).toBe(200);
    expect(await scopesOf()).toContain(scope);
    const { organizationId } = publisher;
    const rows = await db().auditRow.findMany({
      where: { organizationId, action: "scope.approved" },
    });
    expect(rows).toMatchObject([{ target: `client:${clientId}`, after: { scope } }]);
  });

  it("is removed by a denial from the client and its settings, and cannot be added again", async () => {
    const { scope, publisher, clientId, add, decide, scopesOf } = await restricted();
    expect(await decide(true)).toMatchObject({ status: 201, body: { status: "approved" } });
    await add();
    expect(await decide(false)).toMatchObject({ status: 200, body: { status: "rejected" } });
    expect(await scopesOf()).toEqual(["company/orders/read"]);
    const again = await add();
    expect(again.status).toBe(400);
    expect(again.body.message).toContain("an operator has rejected it");
    expect(await scopesOf()).not.toContain(scope);
    const { organizationId: organization_id, owner: as } = publisher;
    const params = { organization_id, client_id: clientId };
    const { scope_reviews, ...settings } = (await callRoute(getClient, { params, as })).body;
    expect(JSON.stringify(settings)).not.toContain(scope);
    expect(scope_reviews).toMatchObject([{ scope, state: "declined" }]);
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
    const denied = await decide(false, reason);
    expect(denied.body).toMatchObject({ status: "rejected", reason });
    expect((await decide(false)).body).toEqual(denied.body);
  });
});

it.each(["restricted", "deprecated"])(
  "a scope stays with a client that had it before it was %s",
  async (change) => {
    const scope = newScope();
    await put(scope, TEXTS);
    const { organizationId, patch } = await mintPublisher();
    const { clientId } = await mintClient(organizationId, { scopes: [scope] });
    await put(scope, { [change]: true });
    const permissions = [scope, "company/orders/read"];
    expect((await patch(clientId, { scopes: { permissions } })).status).toBe(200);
  },
);

it("a deprecated scope cannot be added to a client, new or not", async () => {
  const scope = newScope();
  await put(scope, { ...TEXTS, deprecated: true });
  const { organizationId, create, patch } = await mintPublisher();
  const { clientId } = await mintClient(organizationId);
  const permissions = [scope, "company/orders/read"];
  for (const { status, body } of [
    await create(permissions),
    await patch(clientId, { scopes: { permissions } }),
  ]) {
    expect([status, body.message]).toEqual([400, expect.stringContaining("is deprecated")]);
  }
});

it("a scope that the catalogue lacks is registered with a warning that names the nearest one", async () => {
  await loadCatalogue();
  const { create, patch } = await mintPublisher();
  const warning = (message: string) => [
    { path: "scopes.permissions", message: expect.stringContaining(message) },
  ];
  const created = await create(["company/product/raed", "company/orders/read"]);
  const nearest = warning("company/product/raed. Did you mean company/products/read?");
  expect([created.status, created.body.warnings]).toEqual([201, nearest]);
  const warningsOf = async (body: object) =>
    (await patch(textOf(created.body.client_id), body)).body.warnings;
  const strange = { scopes: { permissions: ["zzz"] } };
  expect(await warningsOf(strange)).toEqual(warning("zzz. Sellers see only its name."));
  expect(await warningsOf({ require_pkce: true })).toBeUndefined();
  expect(await warningsOf({ scopes: { permissions: ["company/orders/read"] } })).toBeUndefined();
});
