import { describe, expect, it } from "vitest";
import { createClient } from "@/lib/clients/create-client";
import { listClients } from "@/lib/clients/list-clients";
import { sha256 } from "@/lib/core/crypto/hash";
import { isId } from "@/lib/core/crypto/ids";
import { isTokenOfKind } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { mintClient, mintManagementToken, mintOrganization } from "@/test/factories/mint";
import type { RouteCall } from "@/test/requests/call-route";
import { organizationScene } from "@/test/requests/client-scene";
import { type Fields, fieldAt, listOf, textOf } from "@/test/requests/read-json";

const { organization, id, owner, member, call, auditRows } = organizationScene();
const create = (more: Partial<RouteCall>) => call(createClient, more);
const list = (more: Partial<RouteCall> = {}) => call(listClients, more);

const document = {
  scopes: {
    type: "company",
    permissions: ["company/products/read"],
    grants: ["authorization_code"],
  },
  meta: { name: "Shipfast", tags: ["shipping"], description: "Prints labels." },
};

describe("POST client", () => {
  it("creates a client from the platform spec's body and returns 201 with every field", async () => {
    const { status, body, headers } = await create({ body: document });
    expect(status).toBe(201);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("etag")).toBe('"1"');
    expect(body).toMatchObject({
      company_id: organization().companyId,
      organization_id: id(),
      slug: "shipfast",
      scopes: document.scopes,
      grants: ["authorization_code"],
      redirect_urls: [],
      access_token_lifetime: 3600,
      refresh_token_lifetime: 31_536_000,
      meta: document.meta,
      author: { type: "user", id: owner().userId, email: owner().email },
      is_active: true,
      client_type: "extension",
      raw_permissions: ["company/products/read"],
      refresh_rotation: "none",
      require_pkce: false,
      base_url: null,
    });
    expect(isId(textOf(body.client_id)) && isId(textOf(body._id))).toBe(true);
    expect(new Date(textOf(body.created_at)).toISOString()).toBe(body.created_at);
    expect(body.modified_at).toEqual(expect.any(String));
  });

  it("returns the secret in clear once and stores only its hash and an encrypted copy", async () => {
    const { body } = await create({ body: document });
    const secret = textOf(fieldAt(body, "secret.0"));
    expect(isTokenOfKind(secret, "secret")).toBe(true);
    const row = await db().clientSecret.findFirstOrThrow({
      where: { clientId: textOf(body.client_id) },
    });
    expect(row.secretHash).toEqual(new Uint8Array(sha256(secret)));
    expect(Buffer.from(row.encrypted ?? []).includes(secret)).toBe(false);
    expect(row.lastFour).toBe(secret.slice(-4));
  });

  it("creates the client's system user and returns it as meta.user_id by default", async () => {
    const { body } = await create({ body: document });
    const user = await db().systemUser.findUniqueOrThrow({
      where: { clientId: textOf(body.client_id) },
    });
    expect(fieldAt(body, "meta.user_id")).toBe(user.id);
  });

  it("accepts grants at the top level and returns them in both places", async () => {
    const { body } = await create({
      body: { meta: { name: "A" }, grants: ["client_credentials"] },
    });
    expect(body.grants).toEqual(["client_credentials"]);
    expect(fieldAt(body, "scopes.grants")).toEqual(["client_credentials"]);
  });

  it("rejects grants that differ between the two places", async () => {
    const { status, body } = await create({
      body: { ...document, grants: ["client_credentials"] },
    });
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { path: "grants", message: "must equal scopes.grants if both are sent" },
    ]);
  });

  it("adds client_credentials by default when a scope manages the organization", async () => {
    const { body } = await create({
      body: { meta: { name: "A" }, scopes: { permissions: ["organization/clients/read"] } },
    });
    expect(body.grants).toContain("client_credentials");
  });

  it("drops duplicate scopes and offline_access and keeps the input as raw_permissions", async () => {
    const permissions = ["company/orders", "offline_access", "company/orders"];
    const { body } = await create({ body: { meta: { name: "A" }, scopes: { permissions } } });
    expect(fieldAt(body, "scopes.permissions")).toEqual(["company/orders"]);
    expect(body.raw_permissions).toEqual(permissions);
  });

  it("gives clients with the same name different slugs, even under concurrent requests", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => create({ body: document })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.slug)).size).toBe(3);
  });

  it("accepts a bearer token and records its client as author", async () => {
    const { token, client } = await mintManagementToken(id(), ["organization/clients/write"]);
    const { status, body } = await create({ as: token, body: document });
    expect(status).toBe(201);
    expect(body.author).toEqual({ type: "client", id: client.clientId, name: "Console script" });
  });

  it.each(["company_id", "organization_id", "author", "_id", "client_id", "secret", "is_active"])(
    "security 48: rejects %s in the body by name",
    async (name) => {
      const { status, body } = await create({ body: { ...document, [name]: "x" } });
      expect(status).toBe(400);
      expect(body.errors).toEqual([{ path: name, message: "is not a field of this request" }]);
    },
  );

  it.each([
    ["without meta", {}, "meta"],
    ["without a name", { meta: {} }, "meta.name"],
    ["with an empty name", { meta: { name: "  " } }, "meta.name"],
    ["with a name of 121 characters", { meta: { name: "x".repeat(121) } }, "meta.name"],
    ["with a control character in the name", { meta: { name: "a\u0007b" } }, "meta.name"],
    ["with a direction override in the name", { meta: { name: "a\u202eb" } }, "meta.name"],
    ["with half a surrogate pair in the name", { meta: { name: "a\ud800" } }, "meta.name"],
    ["with a space in a scope", scoped("a b"), "scopes.permissions.0"],
    ["with an unknown grant", { ...named(), grants: ["implicit"] }, "grants.0"],
    [
      "with a lifetime below 300",
      { ...named(), access_token_lifetime: 299 },
      "access_token_lifetime",
    ],
    [
      "with a lifetime over 86400",
      { ...named(), access_token_lifetime: 86_401 },
      "access_token_lifetime",
    ],
    [
      "with a fractional lifetime",
      { ...named(), access_token_lifetime: 300.5 },
      "access_token_lifetime",
    ],
    [
      "with an http redirect URL",
      { ...named(), redirect_urls: ["http://a.test/"] },
      "redirect_urls.0",
    ],
    [
      "with a wildcard redirect URL",
      { ...named(), redirect_urls: ["https://*.a.test/"] },
      "redirect_urls.0",
    ],
    ["with an unknown client_type", { ...named(), client_type: "robot" }, "client_type"],
    ["with a list as the body", [], ""],
  ])("rejects a body %s and names the field", async (_, body, path) => {
    const answer = await create({ body });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe("invalid_request");
    expect(fieldAt(answer.body, "errors.0.path")).toBe(path);
    expect(answer.body.message).not.toBe("");
  });

  it.each([
    ["invalid JSON", { body: "{" }, 400],
    ["a wrong content type", { body: "a=b", headers: { "content-type": "text/plain" } }, 415],
    ["a missing body", {}, 415],
    ["NUL anywhere in the body", { body: { meta: { name: "a\u0000b" } } }, 400],
    ["a body over 64 KB", { body: { meta: { name: "x".repeat(70_000) } } }, 413],
  ])("rejects %s", async (_, call, status) => {
    const answer = await create(call);
    expect(answer.status).toBe(status);
    expect(answer.body.request_id).not.toBe("");
  });

  it("prevents a caller from registering a scope whose permission it lacks", async () => {
    const developer = await member("developer");
    const { status, body } = await create({
      as: developer,
      body: { meta: { name: "A" }, scopes: { permissions: ["organization/clients/secrets"] } },
    });
    expect(status).toBe(403);
    expect(body.message).toContain("secrets:read");
  });
});

describe("GET client", () => {
  it("returns an empty page for an organization without clients", async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toEqual({
      items: [],
      page: {
        item_total: 0,
        next_id: "",
        has_previous: false,
        has_next: false,
        current: 1,
        type: "number",
        size: 10,
        limit: 10,
        total: 0,
      },
    });
  });

  it("spec 2.5: lists each client once across pages; item_total counts the page, and total counts all", async () => {
    const clientIds = [];
    for (let n = 0; n < 5; n += 1) clientIds.push((await mintClient(id())).clientId);
    const pages = await Promise.all(
      ["1", "2", "3", "4"].map((page_no) => list({ query: { page_no, page_size: "2" } })),
    );
    expect(pages.flatMap(({ body }) => listOf(body.items).map(idOf))).toEqual(
      clientIds.toReversed(),
    );
    expect(pages.map(({ body }) => body.page)).toMatchObject([
      { item_total: 2, total: 5, current: 1, has_previous: false, has_next: true, next_id: "2" },
      { item_total: 2, total: 5, current: 2, has_previous: true, has_next: true, next_id: "3" },
      { item_total: 1, total: 5, current: 3, has_previous: true, has_next: false, next_id: "" },
      { item_total: 0, total: 5, current: 4, has_previous: true, has_next: false, next_id: "" },
    ]);
  });

  it("masks secrets for everyone and writes no audit row", async () => {
    const { clientSecret } = await mintClient(id());
    const { body } = await list();
    expect(fieldAt(body, "items.0.secret")).toEqual([`••••${clientSecret.slice(-4)}`]);
    expect(await auditRows()).toEqual([]);
  });

  it("security 47: contains no deleted clients and none of another organization", async () => {
    const stranger = await mintOrganization();
    await mintClient(stranger.organizationId);
    await mintClient(id(), { deletedAt: new Date() });
    expect(fieldAt((await list()).body, "page.total")).toBe(0);
  });

  it.each([
    ["is_active", { is_active: "false" }],
    ["tag", { tag: "speedy" }],
    ["client_type", { client_type: "partner" }],
    ["part of the name in another case", { q: "SEARCHED" }],
    ["part of the slug", { q: "wanted" }],
    ["part of a tag", { q: "peedy" }],
  ])("filters by %s and counts only matching clients", async (_, query) => {
    const expectedClient = await mintClient(id(), {
      name: "A searched one",
      slug: "wanted-slug",
      tags: ["speedy"],
      isActive: false,
      clientType: "partner",
    });
    await mintClient(id());
    const { body } = await list({ query: compact(query) });
    expect(listOf(body.items).map(idOf)).toEqual([expectedClient.clientId]);
    expect(fieldAt(body, "page.total")).toBe(1);
  });

  it("finds a client by its client_id", async () => {
    const { clientId } = await mintClient(id());
    await mintClient(id());
    expect(listOf((await list({ query: { q: clientId } })).body.items).map(idOf)).toEqual([
      clientId,
    ]);
  });

  it("sorts by name in both directions, ignoring case", async () => {
    for (const name of ["Beta", "alpha", "Gamma"]) {
      await mintClient(id(), { name });
    }
    const names = async (sort: string) =>
      listOf((await list({ query: { sort } })).body.items).map(({ name }) => name);
    expect(await names("name")).toEqual(["alpha", "Beta", "Gamma"]);
    expect(await names("-name")).toEqual(["Gamma", "Beta", "alpha"]);
  });

  it.each([
    ["client_type", "robot"],
    ["sort", "secret"],
    ["q", "a\u0007b"],
    ["tag", "a\u0007b"],
  ])("rejects %s=%j and names the parameter in the message", async (name, value) => {
    const { status, body } = await list({ query: { [name]: value } });
    expect(status).toBe(400);
    expect(new Set(listOf(body.errors).map(({ path }) => path))).toEqual(new Set([name]));
  });

  it("rejects NUL in a parameter", async () => {
    expect((await list({ query: { q: "a\u0000b" } })).status).toBe(400);
  });

  it("accepts the highest allowed page_no and page_size", async () => {
    const { status, body } = await list({ query: { page_no: "2147483647", page_size: "100" } });
    expect(status).toBe(200);
    expect(body.items).toEqual([]);
  });
});

function named() {
  return { meta: { name: "A" } };
}

function scoped(permission: string) {
  return { ...named(), scopes: { permissions: [permission] } };
}

function idOf(client: Fields): string {
  return textOf(client.client_id);
}

function compact(query: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
