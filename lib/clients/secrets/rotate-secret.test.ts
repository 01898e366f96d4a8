import { describe, expect, it } from "vitest";
import { getClient as getClientOperation } from "@/lib/clients/get-client";
import { listSecrets } from "@/lib/clients/secrets/list-secrets";
import { revokeSecret } from "@/lib/clients/secrets/revoke-secret";
import { rotateSecret } from "@/lib/clients/secrets/rotate-secret";
import { isTokenOfKind } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { mintClient } from "@/test/factories/mint";
import type { RouteCall } from "@/test/requests/call-route";
import { clientScene } from "@/test/requests/client-scene";
import { fieldAt, listOf, textOf } from "@/test/requests/read-json";

const DAY_MS = 86_400_000;

const { id, owner, member, client, call } = clientScene();

const getClient = () => call(getClientOperation);
const list = () => call(listSecrets);
const rotate = (more: Partial<RouteCall> = {}) => call(rotateSecret, { body: {}, ...more });
const revoke = (secret_id: string) => call(revokeSecret, { params: { secret_id } });

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

  it("needs no body", async () => {
    expect((await rotate({ body: undefined })).status).toBe(201);
  });

  it("keeps both secrets live for a day by default, newest first", async () => {
    const { body } = await rotate();
    const answer = await getClient();
    expect(answer.body.secret).toEqual([body.secret, client().clientSecret]);
    expect(answer.body.version).toBe(2);
    const old = await db().clientSecret.findUniqueOrThrow({ where: { id: client().secretId } });
    const leftMs = (old.expiresAt?.getTime() ?? 0) - Date.now();
    expect(leftMs).toBeGreaterThan(DAY_MS - 60_000);
    expect(leftMs).toBeLessThanOrEqual(DAY_MS);
  });

  it("ends the old secret immediately with an overlap of 0", async () => {
    const { body } = await rotate({ body: { overlap_seconds: 0 } });
    expect((await getClient()).body.secret).toEqual([body.secret]);
  });

  it("never extends the lifetime of a secret that expires earlier", async () => {
    const end = new Date(Date.now() + 60_000);
    await db().clientSecret.update({ where: { id: client().secretId }, data: { expiresAt: end } });
    await rotate();
    const old = await db().clientSecret.findUniqueOrThrow({ where: { id: client().secretId } });
    expect(old.expiresAt).toEqual(end);
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
    const powerful = await mintClient(id(), {
      scopes: ["organization/clients/secrets"],
    });
    const developer = await member("developer");
    const at = { client_id: powerful.clientId };
    expect((await rotate({ as: developer, params: at })).status).toBe(403);
    expect((await rotate({ as: developer })).status).toBe(201);
  });
});

describe("DELETE secret/{secret_id}", () => {
  it("ends the secret immediately", async () => {
    const { body } = await rotate();
    const { status, body: revoked } = await revoke(client().secretId);
    expect(status).toBe(200);
    expect(revoked.id).toBe(client().secretId);
    expect(revoked.revoked_at).not.toBeNull();
    expect((await getClient()).body.secret).toEqual([body.secret]);
  });

  it("returns 409 for the last live secret and leaves it live", async () => {
    const { status, body } = await revoke(client().secretId);
    expect(status).toBe(409);
    expect(body.error).toBe("conflict");
    expect((await getClient()).body.secret).toEqual([client().clientSecret]);
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
