import { describe, expect, it } from "vitest";
import { getClient as getClientOperation } from "@/lib/clients/read-clients";
import {
  listSecrets,
  revealSecret,
  revokeSecret,
  rotateSecret,
} from "@/lib/clients/secrets/secrets";
import { newId } from "@/lib/core/crypto/ids";
import { isTokenOfKind } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { CLIENT_ADDRESS_HEADER } from "@/lib/core/http/request-info";
import { MINTED_PASSWORD, mintClient, mintManagementToken } from "@/test/factories/mint";
import { mintThrough } from "@/test/factories/mint-through";
import type { RouteCall } from "@/test/requests/call-route";
import { clientScene } from "@/test/requests/client-scene";
import { fieldAt, listOf, textOf } from "@/test/requests/read-json";

const DAY_MS = 86_400_000;

const { id, owner, member, client, call, auditRows } = clientScene();

const getClient = () => call(getClientOperation);
const list = () => call(listSecrets);
const rotate = (more: Partial<RouteCall> = {}) => call(rotateSecret, { body: {}, ...more });
const revoke = (secret_id: string) => call(revokeSecret, { params: { secret_id } });

const SECRETS = "organization/clients/secrets";
const reveal = (more: Partial<RouteCall> = {}) =>
  call(revealSecret, { body: { password: MINTED_PASSWORD }, ...more });
const change = (data: Parameters<ReturnType<typeof db>["clientSecret"]["update"]>[0]["data"]) =>
  db().clientSecret.update({ where: { id: client().secretId }, data });

describe("POST secret", () => {
  it("returns 201 with the new secret in clear and masks it from then on", async () => {
    const { status, body } = await rotate({ body: { name: "spring" } });
    expect(status).toBe(201);
    expect(isTokenOfKind(textOf(body.secret), "secret")).toBe(true);
    expect(body).toMatchObject({
      name: "spring",
      last_four: textOf(body.secret).slice(-4),
      expires_at: null,
      last_used_at: null,
      created_by: { id: owner().userId },
    });
    const [newest] = listOf((await list()).body.items);
    expect(newest).toMatchObject({ id: body.id, secret: `••••${body.last_four}` });
  });

  it("keeps both secrets live for a day by default, newest first, or ends the old one at once", async () => {
    const { body } = await rotate({ body: undefined });
    const answer = await getClient();
    expect(answer.body.secret).toEqual([body.secret, client().clientSecret]);
    expect(answer.body.version).toBe(2);
    const old = await db().clientSecret.findUniqueOrThrow({ where: { id: client().secretId } });
    const leftMs = (old.expiresAt?.getTime() ?? 0) - Date.now();
    expect(leftMs).toBeGreaterThan(DAY_MS - 60_000);
    expect(leftMs).toBeLessThanOrEqual(DAY_MS);
    const { body: newest } = await rotate({ body: { overlap_seconds: 0 } });
    expect((await getClient()).body.secret).toEqual([newest.secret]);
  });

  it("names no creator if a client did it", async () => {
    const { token } = await mintManagementToken(id(), ["organization/clients/write"]);
    expect((await rotate({ as: token })).body.created_by).toBeNull();
  });

  it("returns 409 when ten secrets are live", async () => {
    for (let n = 1; n < 10; n += 1) expect((await rotate()).status).toBe(201);
    const { status, body } = await rotate();
    expect(status).toBe(409);
    expect(body.message).toContain("overlap_seconds");
  });

  it.each([
    ["a negative overlap", { overlap_seconds: -1 }, "overlap_seconds"],
    ["an overlap over 30 days", { overlap_seconds: 2_592_001 }, "overlap_seconds"],
    ["a secret chosen by the caller", { secret: "mine" }, "secret"],
  ])("rejects %s", async (_, body, path) => {
    const answer = await rotate({ body });
    expect(answer.status).toBe(400);
    expect(fieldAt(answer.body, "errors.0.path")).toBe(path);
  });

  it("withholds from a developer the secret of a client that may read secrets", async () => {
    const { clientId: client_id } = await mintClient(id(), {
      scopes: ["organization/clients/secrets"],
    });
    const as = await member("developer");
    expect((await rotate({ as, params: { client_id } })).status).toBe(403);
    expect((await rotate({ as })).status).toBe(201);
  });
});

describe("DELETE secret/{secret_id}", () => {
  it("ends the secret immediately, unless it is the last live one", async () => {
    const { status, body } = await revoke(client().secretId);
    expect([status, body.error]).toEqual([409, "conflict"]);
    const { body: rotation } = await rotate();
    const { body: revocation } = await revoke(client().secretId);
    expect(revocation).toMatchObject({ id: client().secretId, revoked_at: expect.any(String) });
    expect((await getClient()).body.secret).toEqual([rotation.secret]);
  });

  it("keeps one secret live when all are revoked concurrently", async () => {
    const ids = [client().secretId];
    for (let n = 0; n < 4; n += 1) ids.push(textOf((await rotate()).body.id));
    const answers = await Promise.all(ids.map((id) => revoke(id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 409]);
    expect((await getClient()).body.secret).toHaveLength(1);
  });

  it("returns 404 for an unknown, revoked, or expired secret and for another client's secret", async () => {
    await rotate();
    await revoke(client().secretId);
    const otherClient = await mintClient(id());
    const { body } = await rotate({ body: { overlap_seconds: 0 } });
    const expired = await db().clientSecret.findFirstOrThrow({
      where: { clientId: client().clientId, revokedAt: null, id: { not: textOf(body.id) } },
    });
    for (const id of ["f".repeat(24), client().secretId, expired.id, otherClient.secretId, "x"]) {
      expect((await revoke(id)).status).toBe(404);
    }
  });
});

describe("revealing a secret", () => {
  it("needs the password of a person, but none of a client or through an extension", async () => {
    expect((await reveal()).body).toMatchObject({ secret: client().clientSecret });
    const { token } = await mintManagementToken(id(), [SECRETS]);
    const through = await mintThrough(id(), owner(), [SECRETS]);
    for (const as of [token, through.token]) {
      const { body } = await reveal({ as, body: {} });
      expect(body).toMatchObject({ secret: client().clientSecret });
    }
  });

  it("needs every permission in the client's scopes", async () => {
    const as = await member("admin");
    expect((await reveal({ as })).body).toMatchObject({ id: client().secretId });
    const { clientId } = client();
    const data = { scopes: ["organization/settings/write"] };
    await db().client.update({ where: { clientId }, data });
    expect((await reveal({ as })).body).toMatchObject({ error: "forbidden" });
  });

  it("asks for no password if there is no such client, or the caller may not", async () => {
    const unknown = await reveal({ params: { client_id: newId() }, body: {} });
    const denial = await reveal({ as: await member("developer"), body: {} });
    expect([unknown.body.error, denial.body.error]).toEqual(["not_found", "forbidden"]);
  });

  it("finds no secret that was revoked, or of another client", async () => {
    const { secretId: secret_id } = await mintClient(id());
    expect((await reveal({ params: { secret_id } })).status).toBe(404);
    await change({ revokedAt: new Date() });
    expect((await reveal()).status).toBe(404);
  });

  it("cannot show one that was imported as a hash", async () => {
    await change({ encrypted: null, encryptionKeyId: null });
    expect((await reveal()).body.error).toBe("conflict");
  });

  it.each([
    ["a wrong password", { password: "not the password" }, "is not yours"],
    ["an empty password", { password: "" }, "is required"],
    ["a missing password", {}, "is required"],
  ])("rejects %s, reveals nothing, and writes no audit row", async (_, body, message) => {
    const answer = await reveal({ body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([
      { path: "password", message: expect.stringContaining(message) },
    ]);
    expect(JSON.stringify(answer.body)).not.toContain(client().clientSecret);
    expect(await auditRows("secret.revealed")).toEqual([]);
  });

  it("blocks the network after ten wrong passwords, even with the correct one", async () => {
    const headers = { [CLIENT_ADDRESS_HEADER]: "198.51.100.77" };
    const body = { password: "a guess" };
    for (let n = 0; n < 10; n += 1) expect((await reveal({ body, headers })).status).toBe(400);
    const answer = await reveal({ headers });
    expect([answer.status, answer.body.error]).toEqual([429, "too_many_requests"]);
    expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
    expect((await reveal()).status).toBe(200);
  });
});
