import { beforeEach, describe, expect, it, vi } from "vitest";
import { deleteClient } from "@/lib/clients/delete-client";
import { getClient } from "@/lib/clients/read-clients";
import { createClient, patchClient, updateClient } from "@/lib/clients/write-clients";
import { db } from "@/lib/core/db/client";
import { log } from "@/lib/core/telemetry/log";
import { mintClient, mintCompany, mintGrant, mintManagementToken } from "@/test/factories/mint";
import { mintServiceToken } from "@/test/factories/mint-platform";
import type { RouteAnswer, RouteCall } from "@/test/requests/call-route";
import { clientScene } from "@/test/requests/client-scene";
import { importLines } from "@/test/requests/import-lines";
import { fieldAt, fieldsOf, textOf } from "@/test/requests/read-json";

const { id, owner, member, client, call, auditRows } = clientScene();

type Call = Partial<RouteCall>;
const get = (more: Call = {}) => call(getClient, more);
const put = (more: Call = {}) =>
  call(updateClient, { body: { meta: { name: "Renamed" } }, ...more });
const patch = (more: Call = {}) => call(patchClient, { body: { is_active: false }, ...more });
const remove = (more: Call = {}) => call(deleteClient, more);
const changeSecret = (data: { expiresAt?: Date; encryptionKeyId?: string }) =>
  db().clientSecret.update({ where: { id: client().secretId }, data });

type Case = [method: string, send: (call?: Call) => Promise<RouteAnswer>];
const changes: Case[] = [
  ["PUT", put],
  ["PATCH", patch],
  ["DELETE", remove],
];

describe("secrets in the response", () => {
  const masked = () => [`••••${client().clientSecret.slice(-4)}`];

  it.each<Case>([["GET", get], ...changes])(
    "to %s are masked for a developer, and in clear for an owner, except to PATCH",
    async (method, send) => {
      const { status, body } = await send({ as: await member("developer") });
      expect([status, body.secret]).toEqual([200, masked()]);
      expect(await auditRows("secret.revealed")).toEqual([]);
      if (method === "DELETE") return;
      const shown = (await send()).body.secret;
      expect(shown).toEqual(method === "PATCH" ? masked() : [client().clientSecret]);
    },
  );

  it("to DELETE are in clear for an owner", async () => {
    expect((await remove()).body.secret).toEqual([client().clientSecret]);
  });

  it("are in clear for a token with the secrets scope, and masked for one without", async () => {
    const scopes = ["organization/clients/read", "organization/clients/secrets"];
    const full = await mintManagementToken(id(), scopes);
    const plain = await mintManagementToken(id(), scopes.slice(0, 1));
    expect((await get({ as: full.token })).body.secret).toEqual([client().clientSecret]);
    expect((await get({ as: plain.token })).body.secret).toEqual(masked());
    expect(await auditRows("secret.revealed")).toMatchObject([
      { actor: `client:${full.client.clientId}` },
    ]);
  });

  it("are masked when an owner asks for it, which writes no audit row, and do not include expired ones", async () => {
    expect((await get({ query: { secrets: "masked" } })).body.secret).toEqual(masked());
    expect(await auditRows("secret.revealed")).toEqual([]);
    expect((await get({ query: { secrets: "all" } })).status).toBe(400);
    await changeSecret({ expiresAt: new Date(Date.now() - 1) });
    expect((await get()).body.secret).toEqual([]);
  });

  it("are replaced by a generic 500, whose cause is logged, when one cannot be decrypted", async () => {
    const logged = vi.spyOn(log(), "error").mockReturnValue();
    await changeSecret({ encryptionKeyId: "lost" });
    const { status, body } = await get();
    expect([status, body.error]).toEqual([500, "server_error"]);
    expect(JSON.stringify(body)).not.toMatch(/lost|ENCRYPTION|key/i);
    const facts = expect.objectContaining({ request_id: body.request_id });
    expect(logged).toHaveBeenCalledWith(facts, expect.any(String));
  });
});

it.each(changes)("%s changes only the version that If-Match names", async (_method, send) => {
  for (const tag of ['"7"', 'W/"1"', '"7", "8"']) {
    const { status, body, headers } = await send({ headers: { "if-match": tag } });
    expect([status, body.error, headers.get("etag")]).toEqual([412, "precondition_failed", '"1"']);
    expect(body.message).toContain('"1"');
  }
  const current = await get();
  expect(current.body.version).toBe(1);
  const etag = current.headers.get("etag") ?? "";
  expect((await send({ headers: { "if-match": etag } })).status).toBe(200);
  const { clientId: client_id } = await mintClient(id());
  expect((await send({ params: { client_id }, headers: { "if-match": "*" } })).status).toBe(200);
});

describe("PUT client/{client_id}", () => {
  it("changes name, tags, and description, keeps what is omitted, and increments the version", async () => {
    const meta = { name: "Renamed", tags: ["a", "b"], description: "New words." };
    const { body, headers } = await put({ body: { meta } });
    expect(body.meta).toEqual({ ...meta, user_id: client().systemUserId });
    expect([body.slug, body.version]).toEqual([`client-${client().clientId}`, 2]);
    expect(headers.get("etag")).toBe('"2"');
    const [created, modified] = [body.created_at, body.modified_at].map((time) =>
      Date.parse(textOf(time)),
    );
    expect(modified).toBeGreaterThanOrEqual(created ?? Number.NaN);
    const description = "Only this.";
    const again = await put({ body: { meta: { description } } });
    expect(again.body.meta).toMatchObject({ ...meta, description });
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

  it.each([
    ["a body without meta", {}, "meta"],
    ["an empty meta", { meta: {} }, "meta"],
    ["a name that is not text", { meta: { name: 1 } }, "meta.name"],
    ["21 tags", { meta: { tags: Array.from({ length: 21 }, (_, n) => `t${n}`) } }, "meta.tags"],
    ["another user_id", { meta: { name: "A", user_id: "someone else" } }, "meta.user_id"],
    ["an unknown field of meta", { meta: { name: "A", colour: "red" } }, "meta.colour"],
  ])("security 48: rejects %s and names the field", async (_, body, path) => {
    const answer = await put({ body });
    expect([answer.status, fieldAt(answer.body, "errors.0.path")]).toEqual([400, path]);
  });

  it("lets exactly one of many concurrent changes to the same version through", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => put({ headers: { "if-match": '"1"' } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(412)]);
  });
});

describe("PATCH client/{client_id}", () => {
  it("changes the type of the scopes, and whether the client is active", async () => {
    const body = { scopes: { type: "organization", permissions: [] }, is_active: false };
    expect((await patch({ body })).body).toMatchObject({ ...body, version: 2 });
    expect((await get()).body).toMatchObject(body);
  });

  it("leaves omitted fields unchanged, including those inside scopes", async () => {
    const before = (await get()).body;
    const { body } = await patch({ body: { scopes: { permissions: ["company/orders"] } } });
    expect(body.scopes).toEqual({ ...fieldsOf(before.scopes), permissions: ["company/orders"] });
    expect([body.redirect_urls, body.meta]).toEqual([before.redirect_urls, before.meta]);
  });

  it.each([
    ["an empty body", {}, ""],
    ["meta, which PUT changes", { meta: { name: "A" } }, "meta"],
    ["client_type", { client_type: "partner" }, "client_type"],
    ["conflicting grants", { grants: [], scopes: { grants: ["refresh_token"] } }, "grants"],
    ["a base_url with a query", { base_url: "https://a.test/?x=1" }, "base_url"],
    ["a lifetime that is text", { access_token_lifetime: "3600" }, "access_token_lifetime"],
  ])("rejects %s and names the field", async (_, body, path) => {
    const answer = await patch({ body });
    expect([answer.status, fieldAt(answer.body, "errors.0.path")]).toEqual([400, path]);
  });
});

describe("DELETE client/{client_id}", () => {
  it("succeeds once, even concurrently, for an inactive client too, and keeps its row and slug", async () => {
    await patch({ body: { is_active: false } });
    const answers = await Promise.all(Array.from({ length: 6 }, () => remove()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(5).fill(404)]);
    const { clientId } = client();
    const body = answers.find(({ status }) => status === 200)?.body;
    expect(body).toMatchObject({ client_id: clientId, is_active: false });
    const row = await db().client.findUniqueOrThrow({ where: { clientId } });
    expect([row.deletedAt?.toISOString(), row.slug]).toEqual([
      body?.deleted_at,
      `client-${clientId}`,
    ]);
  });

  it("revokes only this client's grants, with a new epoch and an event for each", async () => {
    const { companyId } = await mintCompany();
    const scopes = ["company/orders/read"];
    const { grantId } = await mintGrant(client().clientId, companyId, scopes);
    const other = await mintGrant((await mintClient(id())).clientId, companyId, scopes);
    await remove();
    const include = { events: true };
    const grantOf = (grant: string) =>
      db().grant.findUniqueOrThrow({ where: { id: grant }, include });
    const event = { scopesBefore: scopes, scopesAfter: [], userId: owner().userId };
    expect(await grantOf(grantId)).toMatchObject({
      revokedAt: expect.any(Date),
      epoch: 2,
      events: [{ change: "revoked", ...event }],
    });
    expect(await grantOf(other.grantId)).toMatchObject({ revokedAt: null, epoch: 1 });
  });
});

describe("security 131: a stored name that shows nothing", () => {
  const BLANK = "\u2800";
  beforeEach(async () => {
    const { clientId } = client();
    await db().client.update({ where: { clientId }, data: { name: BLANK } });
  });
  const storedClients = () => db().client.findMany({ where: { organizationId: id() } });

  it("is readable, and its client's other fields can change", async () => {
    const { status, body } = await call(getClient);
    expect([status, fieldAt(body, "meta.name")]).toEqual([200, BLANK]);
    const meta = { description: "Prints labels." };
    expect((await call(updateClient, { body: { meta } })).status).toBe(200);
    const token = await mintServiceToken(["platform/clients/write", "platform/directory/write"]);
    const ids = { organization_id: id(), client_id: client().clientId };
    const record = { type: "client", ...ids, tags: ["shipping"] };
    expect(await importLines(token, [record])).toMatchObject([{ status: "updated" }]);
    expect(await storedClients()).toMatchObject([{ name: BLANK, ...meta, tags: ["shipping"] }]);
  });

  it("is not accepted again, and nothing changes", async () => {
    const body = { meta: { name: BLANK, description: "Prints labels." } };
    for (const operation of [updateClient, createClient]) {
      const answer = await call(operation, { body });
      expect([answer.status, answer.body.error]).toEqual([400, "invalid_request"]);
      expect(JSON.stringify(answer.body)).toContain("must contain a visible character");
    }
    expect(await storedClients()).toMatchObject([{ description: "" }]);
  });
});
