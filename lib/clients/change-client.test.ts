import { describe, expect, it, vi } from "vitest";
import { deleteClient } from "@/lib/clients/delete-client";
import { getClient } from "@/lib/clients/get-client";
import { patchClient } from "@/lib/clients/patch-client";
import { updateClient } from "@/lib/clients/update-client";
import { db } from "@/lib/core/db/client";
import { log } from "@/lib/core/log";
import { mintClient, mintCompany, mintGrant, mintManagementToken } from "@/test/factories/mint";
import type { RouteAnswer, RouteCall } from "@/test/requests/call-route";
import { clientScene } from "@/test/requests/client-scene";
import { fieldAt, fieldsOf, textOf } from "@/test/requests/read-json";

const { id, owner, member, client, call, auditRows } = clientScene();

type Call = Partial<RouteCall>;
const get = (more: Call = {}) => call(getClient, more);
const put = (more: Call = {}) =>
  call(updateClient, { body: { meta: { name: "Renamed" } }, ...more });
const patch = (more: Call = {}) => call(patchClient, { body: { is_active: false }, ...more });
const remove = (more: Call = {}) => call(deleteClient, more);

const changes: [string, (call?: Call) => Promise<RouteAnswer>][] = [
  ["PUT", put],
  ["PATCH", patch],
  ["DELETE", remove],
];

describe("secrets in the response", () => {
  it.each([
    ["GET", get],
    ["PUT", put],
    ["DELETE", remove],
  ])("%s returns secrets in clear to an owner", async (_, call) => {
    const { body } = await call();
    expect(body.secret).toEqual([client().clientSecret]);
  });

  it.each([
    ["GET", get],
    ["PUT", put],
    ["PATCH", patch],
    ["DELETE", remove],
  ])("%s masks secrets for a developer and writes no audit row", async (_, call) => {
    const developer = await member("developer");
    const { status, body } = await call({ as: developer });
    expect(status).toBe(200);
    expect(body.secret).toEqual([`••••${client().clientSecret.slice(-4)}`]);
    expect(await auditRows("secret.revealed")).toEqual([]);
  });

  it("returns secrets in clear to a token with the secrets scope and masks them for one without", async () => {
    const scopes = ["organization/clients/read", "organization/clients/secrets"];
    const full = await mintManagementToken(id(), scopes);
    const plain = await mintManagementToken(id(), scopes.slice(0, 1));
    expect((await get({ as: full.token })).body.secret).toEqual([client().clientSecret]);
    expect(fieldAt((await get({ as: plain.token })).body, "secret.0")).toMatch(/^••••.{4}$/);
    expect(await auditRows("secret.revealed")).toMatchObject([
      { actor: `client:${full.client.clientId}` },
    ]);
  });

  it("masks secrets when an owner asks for it and writes no audit row", async () => {
    const { body } = await get({ query: { secrets: "masked" } });
    expect(fieldAt(body, "secret.0")).toMatch(/^••••.{4}$/);
    expect(await auditRows("secret.revealed")).toEqual([]);
  });

  it("rejects any other value of the secrets parameter", async () => {
    expect((await get({ query: { secrets: "all" } })).status).toBe(400);
  });

  it("omits revoked and expired secrets", async () => {
    await db().clientSecret.update({
      where: { id: client().secretId },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    expect((await get()).body.secret).toEqual([]);
  });

  it("returns a generic 500 and logs the cause when a secret cannot be decrypted", async () => {
    const logged = vi.spyOn(log(), "error").mockReturnValue();
    await db().clientSecret.update({
      where: { id: client().secretId },
      data: { encryptionKeyId: "lost" },
    });
    const { status, body } = await get();
    expect(status).toBe(500);
    expect(body.error).toBe("server_error");
    expect(JSON.stringify(body)).not.toMatch(/lost|ENCRYPTION|key/i);
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({ request_id: body.request_id }),
      expect.any(String),
    );
  });
});

describe.each(changes)("%s and If-Match", (_, call) => {
  it("accepts the current ETag and *", async () => {
    const etag = (await get()).headers.get("etag") ?? "";
    expect((await call({ headers: { "if-match": etag } })).status).toBe(200);
    const otherClient = await mintClient(id());
    const at = { client_id: otherClient.clientId };
    expect((await call({ params: at, headers: { "if-match": "*" } })).status).toBe(200);
  });

  it("returns 412 with the current version for a stale or weak ETag and changes nothing", async () => {
    for (const tag of ['"7"', 'W/"1"', '"7", "8"']) {
      const { status, body, headers } = await call({ headers: { "if-match": tag } });
      expect(status).toBe(412);
      expect(body.error).toBe("precondition_failed");
      expect(body.message).toContain('"1"');
      expect(headers.get("etag")).toBe('"1"');
    }
    expect((await get()).body.version).toBe(1);
  });

  it("rejects a malformed If-Match header", async () => {
    expect((await call({ headers: { "if-match": "1" } })).status).toBe(400);
  });
});

describe("PUT client/{client_id}", () => {
  it("changes name, tags, and description and increments the version", async () => {
    const meta = { name: "Renamed", tags: ["a", "b"], description: "New words." };
    const { body, headers } = await put({ body: { meta } });
    expect(body.meta).toEqual({ ...meta, user_id: client().systemUserId });
    expect(body.slug).toBe(`client-${client().clientId}`);
    expect(body.version).toBe(2);
    expect(headers.get("etag")).toBe('"2"');
    expect(Date.parse(textOf(body.modified_at))).toBeGreaterThanOrEqual(
      Date.parse(textOf(body.created_at)),
    );
  });

  it("leaves fields that meta omits unchanged", async () => {
    await put({ body: { meta: { tags: ["kept"] } } });
    const { body } = await put({ body: { meta: { description: "Only this." } } });
    expect(body.meta).toMatchObject({
      name: "Shipfast",
      tags: ["kept"],
      description: "Only this.",
    });
  });

  it("keeps the version and the audit log when every value is the present one, like PATCH", async () => {
    const permissions = ["company/orders/read"];
    await patch({ body: { scopes: { permissions }, draft_companies: [9, 7] } });
    const { meta, scopes, grants, redirect_urls, listing } = (await get()).body;
    const answers = [
      await put({ body: { meta } }),
      await patch({ body: { scopes, grants, redirect_urls, listing, draft_companies: [9, 7] } }),
      await patch({ body: { is_active: true } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ headers }) => headers.get("etag"))).toEqual(['"2"', '"2"', '"2"']);
    expect(await auditRows("client.updated")).toHaveLength(1);
  });

  it("accepts the meta that GET returned but rejects a different user_id", async () => {
    const { meta } = (await get()).body;
    expect((await put({ body: { meta } })).status).toBe(200);
    const { status, body } = await put({
      body: { meta: { ...fieldsOf(meta), user_id: "someone else" } },
    });
    expect(status).toBe(400);
    expect(fieldAt(body, "errors.0.path")).toBe("meta.user_id");
  });

  it.each([
    ["a body without meta", {}, "meta"],
    ["an empty meta", { meta: {} }, "meta"],
    ["a name that is not text", { meta: { name: 1 } }, "meta.name"],
    ["21 tags", { meta: { tags: Array.from({ length: 21 }, (_, n) => `t${n}`) } }, "meta.tags"],
    ["a field that only PATCH changes", { meta: { name: "A" }, is_active: false }, "is_active"],
    ["a read-only field", { meta: { name: "A" }, company_id: 1 }, "company_id"],
    ["an unknown field of meta", { meta: { name: "A", colour: "red" } }, "meta.colour"],
  ])("security 48: rejects %s and names the field", async (_, body, path) => {
    const answer = await put({ body });
    expect(answer.status).toBe(400);
    expect(fieldAt(answer.body, "errors.0.path")).toBe(path);
  });

  it("lets exactly one of many concurrent changes to the same version through", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => put({ headers: { "if-match": '"1"' } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(412)]);
  });
});

describe("PATCH client/{client_id}", () => {
  it("changes every supported setting", async () => {
    const body = {
      redirect_urls: ["https://new.example.com/fp/auth", "http://127.0.0.1:8080/fp/auth"],
      base_url: "https://new.example.com",
      scopes: { type: "organization", permissions: ["company/orders"] },
      grants: ["authorization_code"],
      access_token_lifetime: 300,
      refresh_token_lifetime: 86_400,
      is_active: false,
      refresh_rotation: "confirm_on_use",
      require_pkce: true,
    };
    const answer = await patch({ body });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      ...body,
      scopes: { ...body.scopes, grants: ["authorization_code"] },
      version: 2,
    });
    expect((await get()).body).toMatchObject({ is_active: false, require_pkce: true });
  });

  it("leaves omitted fields unchanged, including those inside scopes", async () => {
    const before = (await get()).body;
    const { body } = await patch({ body: { scopes: { permissions: ["company/orders"] } } });
    expect(body.scopes).toEqual({ ...fieldsOf(before.scopes), permissions: ["company/orders"] });
    expect(body.redirect_urls).toEqual(before.redirect_urls);
    expect(body.meta).toEqual(before.meta);
  });

  it("clears base_url with null", async () => {
    await patch({ body: { base_url: "https://new.example.com" } });
    expect((await patch({ body: { base_url: null } })).body.base_url).toBeNull();
  });

  it.each([
    ["an empty body", {}, ""],
    ["meta, which PUT changes", { meta: { name: "A" } }, "meta"],
    ["client_type", { client_type: "partner" }, "client_type"],
    ["conflicting grants", { grants: [], scopes: { grants: ["refresh_token"] } }, "grants"],
    ["a redirect URL with a fragment", { redirect_urls: ["https://a.test/#x"] }, "redirect_urls.0"],
    ["a base_url with a query", { base_url: "https://a.test/?x=1" }, "base_url"],
    ["a lifetime that is text", { access_token_lifetime: "3600" }, "access_token_lifetime"],
  ])("rejects %s and names the field", async (_, body, path) => {
    const answer = await patch({ body });
    expect(answer.status).toBe(400);
    expect(fieldAt(answer.body, "errors.0.path")).toBe(path);
  });

  it("prevents a caller without a scope's permission from adding it or changing a client that has it", async () => {
    const developer = await member("developer");
    const permissions = ["organization/clients/secrets"];
    expect((await patch({ as: developer, body: { scopes: { permissions } } })).status).toBe(403);
    expect((await patch({ body: { scopes: { permissions } } })).status).toBe(200);
    const sameScopes = { scopes: { permissions: [...permissions, "company/orders"] } };
    expect((await patch({ as: developer, body: sameScopes })).status).toBe(403);
  });
});

describe("DELETE client/{client_id}", () => {
  it("returns the deleted client, whether it was active or not", async () => {
    await patch({ body: { is_active: false } });
    const { status, body } = await remove();
    expect(status).toBe(200);
    expect(body).toMatchObject({ client_id: client().clientId, is_active: false });
    expect(Date.parse(textOf(body.deleted_at))).not.toBeNaN();
  });

  it("revokes only this client's grants, with a new epoch and an event for each", async () => {
    const { companyId } = await mintCompany();
    const otherClient = await mintClient(id());
    const { grantId } = await mintGrant(client().clientId, companyId, ["company/orders/read"]);
    const otherGrant = await mintGrant(otherClient.clientId, companyId, ["company/orders/read"]);
    await remove();
    const grant = await db().grant.findUniqueOrThrow({ where: { id: grantId } });
    expect(grant.revokedAt).not.toBeNull();
    expect(grant.epoch).toBe(2);
    expect(await db().grantEvent.findMany({ where: { grantId } })).toMatchObject([
      {
        change: "revoked",
        scopesBefore: ["company/orders/read"],
        scopesAfter: [],
        userId: owner().userId,
      },
    ]);
    const untouched = await db().grant.findUniqueOrThrow({ where: { id: otherGrant.grantId } });
    expect(untouched).toMatchObject({ revokedAt: null, epoch: 1 });
  });

  it("ends a management token of the deleted client immediately", async () => {
    const script = await mintManagementToken(id(), ["organization/clients/read"]);
    expect((await get({ as: script.token })).status).toBe(200);
    await remove({ params: { client_id: script.client.clientId } });
    expect((await get({ as: script.token })).status).toBe(401);
  });

  it("keeps the row and never reuses its slug", async () => {
    await remove();
    const row = await db().client.findUniqueOrThrow({ where: { clientId: client().clientId } });
    expect(row.deletedAt).not.toBeNull();
    expect(row.slug).toBe(`client-${client().clientId}`);
  });

  it("succeeds once under concurrent requests", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => remove()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(5).fill(404)]);
  });
});
