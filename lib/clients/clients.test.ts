import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listClients } from "@/lib/clients/read-clients";
import { slugOf } from "@/lib/clients/slug";
import { createClient } from "@/lib/clients/write-clients";
import { sha256 } from "@/lib/core/crypto/hash";
import { isId } from "@/lib/core/crypto/ids";
import { isTokenOfKind } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { mintClient, mintManagementToken, mintOrganization } from "@/test/factories/mint";
import type { RouteCall } from "@/test/requests/call-route";
import { organizationScene } from "@/test/requests/client-scene";
import { type Fields, fieldAt, listOf, textOf } from "@/test/requests/read-json";

const { organization, id, owner, member, call } = organizationScene();
const create = (body: unknown, more: Partial<RouteCall> = {}) =>
  call(createClient, { body, ...more });
const list = (query: Record<string, string> = {}) => call(listClients, { query });
const idsIn = ({ body }: { body: Fields }) => listOf(body.items).map(({ client_id }) => client_id);

const named = { meta: { name: "A" } };
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
    const { status, body, headers } = await create(document);
    expect(status).toBe(201);
    expect(headers.get("etag")).toBe('"1"');
    const clientId = textOf(body.client_id);
    const user = await db().systemUser.findUniqueOrThrow({ where: { clientId } });
    expect(body).toMatchObject({
      company_id: organization().companyId,
      organization_id: id(),
      slug: "shipfast",
      scopes: document.scopes,
      grants: ["authorization_code"],
      redirect_urls: [],
      access_token_lifetime: 3600,
      refresh_token_lifetime: 31_536_000,
      meta: { ...document.meta, user_id: user.id },
      author: { type: "user", id: owner().userId, email: owner().email },
      is_active: true,
      client_type: "extension",
      raw_permissions: ["company/products/read"],
      refresh_rotation: "none",
      require_pkce: false,
      base_url: null,
      modified_at: expect.any(String),
    });
    expect(isId(clientId) && isId(textOf(body._id))).toBe(true);
    expect(new Date(textOf(body.created_at)).toISOString()).toBe(body.created_at);
  });

  it("returns the secret in clear once and stores only its hash and an encrypted copy", async () => {
    const { body } = await create(document);
    const secret = textOf(fieldAt(body, "secret.0"));
    expect(isTokenOfKind(secret, "secret")).toBe(true);
    const where = { clientId: textOf(body.client_id) };
    const row = await db().clientSecret.findFirstOrThrow({ where });
    expect(row.secretHash).toEqual(new Uint8Array(sha256(secret)));
    expect(Buffer.from(row.encrypted ?? []).includes(secret)).toBe(false);
    expect([row.lastFour, row.createdBy]).toEqual([secret.slice(-4), owner().userId]);
  });

  it("records the client of a bearer token as author, and no creator of the secret", async () => {
    const { token, client } = await mintManagementToken(id(), ["organization/clients/write"]);
    const { body } = await create(document, { as: token });
    expect(body.author).toEqual({ type: "client", id: client.clientId, name: "Console script" });
    const where = { clientId: textOf(body.client_id) };
    expect(await db().clientSecret.findMany({ where })).toMatchObject([{ createdBy: null }]);
  });

  it.each<[string, object, object]>([
    [
      "grants at the top level",
      { grants: ["client_credentials"] },
      { grants: ["client_credentials"], scopes: { grants: ["client_credentials"] } },
    ],
    [
      "client_credentials by default for a scope that manages the organization",
      { scopes: { permissions: ["organization/clients/read"] } },
      { grants: expect.arrayContaining(["client_credentials"]) },
    ],
    [
      "each scope once, without offline_access, and the input as raw_permissions",
      { scopes: { permissions: ["company/orders", "offline_access", "company/orders"] } },
      {
        scopes: { permissions: ["company/orders"] },
        raw_permissions: ["company/orders", "offline_access", "company/orders"],
      },
    ],
  ])("stores %s", async (_what, fields, stored) => {
    expect((await create({ ...named, ...fields })).body).toMatchObject(stored);
  });

  it("gives clients with the same name different slugs, even under concurrent requests", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => create(document)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.slug)).size).toBe(3);
  });

  it.each(["company_id", "organization_id", "author", "_id", "client_id", "secret", "is_active"])(
    "security 48: rejects %s in the body by name",
    async (name) => {
      const { status, body } = await create({ ...document, [name]: "x" });
      expect(status).toBe(400);
      expect(body.errors).toEqual([{ path: name, message: "is not a field of this request" }]);
    },
  );

  it.each<[string, unknown, string]>([
    ["without meta", {}, "meta"],
    ["without a name", { meta: {} }, "meta.name"],
    ["with an empty name", { meta: { name: "  " } }, "meta.name"],
    ["with a name of 121 characters", { meta: { name: "x".repeat(121) } }, "meta.name"],
    ["with a direction override in the name", { meta: { name: "a\u202eb" } }, "meta.name"],
    ["with a space in a scope", { scopes: { permissions: ["a b"] } }, "scopes.permissions.0"],
    ["with an unknown grant", { grants: ["implicit"] }, "grants.0"],
    ["with grants that differ from scopes.grants", { ...document, grants: [] }, "grants"],
    ["with a lifetime below 300", { access_token_lifetime: 299 }, "access_token_lifetime"],
    ["with a lifetime over 86400", { access_token_lifetime: 86_401 }, "access_token_lifetime"],
    ["with a fractional lifetime", { access_token_lifetime: 300.5 }, "access_token_lifetime"],
    ["with an http redirect URL", { redirect_urls: ["http://a.test/"] }, "redirect_urls.0"],
    ["with an unknown client_type", { client_type: "robot" }, "client_type"],
    ["with a list as the body", [], ""],
  ])("rejects a body %s and names the field", async (_, fields, path) => {
    const isWhole = path === "" || path.startsWith("meta");
    const answer = await create(isWhole ? fields : { ...named, ...Object(fields) });
    expect([answer.status, answer.body.error]).toEqual([400, "invalid_request"]);
    expect(fieldAt(answer.body, "errors.0.path")).toBe(path);
  });

  it("prevents a caller from registering a scope whose permission it lacks", async () => {
    const scopes = { permissions: ["organization/clients/secrets"] };
    const { status, body } = await create({ ...named, scopes }, { as: await member("developer") });
    expect(status).toBe(403);
    expect(body.message).toContain("secrets:read");
  });
});

describe("GET client", () => {
  it("spec 2.5: lists each client once with masked secrets; item_total counts the page, total all", async () => {
    expect((await list()).body).toEqual({
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
    const clients = [];
    for (let n = 0; n < 5; n += 1) clients.push(await mintClient(id()));
    const masked = clients.map(({ clientSecret }) => [`••••${clientSecret.slice(-4)}`]);
    const pages = await Promise.all(
      ["1", "2", "3", "4"].map((page_no) => list({ page_no, page_size: "2" })),
    );
    expect(pages.flatMap(idsIn)).toEqual(clients.map(({ clientId }) => clientId).toReversed());
    const secrets = pages.flatMap(({ body }) => listOf(body.items).map(({ secret }) => secret));
    expect(secrets).toEqual(masked.toReversed());
    expect(pages.map(({ body }) => body.page)).toMatchObject([
      { item_total: 2, total: 5, current: 1, has_previous: false, has_next: true, next_id: "2" },
      { item_total: 2, total: 5, current: 2, has_previous: true, has_next: true, next_id: "3" },
      { item_total: 1, total: 5, current: 3, has_previous: true, has_next: false, next_id: "" },
      { item_total: 0, total: 5, current: 4, has_previous: true, has_next: false, next_id: "" },
    ]);
    const { status, body } = await list({ page_no: "2147483647", page_size: "100" });
    expect([status, body.items]).toEqual([200, []]);
  });

  it("security 47: contains no deleted clients and none of another organization", async () => {
    await mintClient((await mintOrganization()).organizationId);
    await mintClient(id(), { deletedAt: new Date() });
    expect(fieldAt((await list()).body, "page.total")).toBe(0);
  });

  it.each<[string, Record<string, string>]>([
    ["part of the name in another case", { q: "SEARCHED" }],
    ["part of the slug", { q: "wanted" }],
    ["part of a tag", { q: "peedy" }],
    ["its client_id", { q: "its client_id" }],
  ])("filters by %s and counts only matching clients", async (_, query) => {
    const { clientId } = await mintClient(id(), {
      name: "A searched one",
      slug: "wanted-slug",
      tags: ["speedy"],
    });
    await mintClient(id());
    const answer = await list(query.q === "its client_id" ? { q: clientId } : query);
    expect(idsIn(answer)).toEqual([clientId]);
    expect(fieldAt(answer.body, "page.total")).toBe(1);
  });

  it("sorts by name in both directions, ignoring case", async () => {
    for (const name of ["Beta", "alpha", "Gamma"]) await mintClient(id(), { name });
    const names = async (sort: string) =>
      listOf((await list({ sort })).body.items).map(({ name }) => name);
    expect(await names("name")).toEqual(["alpha", "Beta", "Gamma"]);
    expect(await names("-name")).toEqual(["Gamma", "Beta", "alpha"]);
  });

  it.each([
    ["client_type", "robot"],
    ["loopback_redirect", "maybe"],
    ["sort", "secret"],
    ["q", "a\u0007b"],
    ["q", "a\u0000b"],
    ["tag", "a\u0007b"],
  ])("rejects %s=%j and names the parameter in the message", async (name, value) => {
    const { status, body } = await list({ [name]: value });
    expect(status).toBe(400);
    expect(new Set(listOf(body.errors).map(({ path }) => path))).toEqual(new Set([name]));
  });
});

describe("the slug of a name", () => {
  it.each([
    ["Shipfast", "shipfast"],
    ["  Ship Fast & Co.  ", "ship-fast-co"],
    ["Café Über", "cafe-uber"],
    ["शिपफास्ट", "client"],
    ["---", "client"],
  ])("turns %j into %j", (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it("turns every name into something that is safe in a URL", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (name) => {
        expect(slugOf(name)).toMatch(/^[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?$/);
      }),
    );
  });
});
