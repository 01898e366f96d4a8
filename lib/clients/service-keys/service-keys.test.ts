import { beforeEach, describe, expect, it } from "vitest";
import {
  createServiceKey,
  listServiceKeys,
  revokeServiceKey,
  rotateServiceKey,
} from "@/lib/clients/service-keys/service-keys";
import { serviceTokenEndpoint } from "@/lib/clients/service-keys/service-token-endpoint";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { MintedUser } from "@/test/factories/mint";
import {
  type MintedServiceKey,
  mintOperator,
  mintServiceKey,
} from "@/test/factories/mint-platform";
import { callRoute, type RouteAnswer, readAnswer } from "@/test/requests/call-route";
import { fieldAt, listOf, textOf } from "@/test/requests/read-json";
import { requestServiceToken } from "@/test/requests/request-service-token";

const READ = ["platform/directory/read" as const];
const overlap = { overlap_seconds: 60 };

let operator: MintedUser;
let answer: RouteAnswer;
let key: MintedServiceKey;

beforeEach(async () => {
  operator = await mintOperator();
  answer = await create(READ);
  key = keyIn(answer);
});

const create = (scopes: string[]) =>
  callRoute(createServiceKey, {
    params: {},
    body: { name: "Seller panel", scopes },
    as: operator,
  });
/** The key with the secret of a response. */
const keyIn = ({ body }: RouteAnswer): MintedServiceKey => ({
  clientId: textOf(body.client_id ?? key.clientId),
  clientSecret: textOf(body.client_secret),
});
const rotate = (as: MintedUser | string, body: object = overlap, headers = {}) =>
  callRoute(rotateServiceKey, { params: { client_id: key.clientId }, body, as, headers });
const revoke = () =>
  callRoute(revokeServiceKey, { params: { client_id: key.clientId }, as: operator });
const request = async (...parameters: Parameters<typeof requestServiceToken>) =>
  readAnswer(await serviceTokenEndpoint(requestServiceToken(...parameters)));
const tokenOf = async (of: MintedServiceKey) => textOf((await request(of)).body.access_token);
const statusOf = async (of: MintedServiceKey) => (await request(of)).status;

describe("a service key", () => {
  it("is created with a secret that gets tokens, of which only the hash is stored, and which no list has", async () => {
    expect(answer.status).toBe(201);
    const { status, body } = await request(key);
    expect(status).toBe(200);
    expect(body).toMatchObject({ scope: READ[0], expires_in: 3600 });
    const [row] = await db().serviceKeySecret.findMany({ where: { keyId: key.clientId } });
    expect(row?.lastFour).toBe(key.clientSecret.slice(-4));
    const list = await callRoute(listServiceKeys, { params: {}, as: operator });
    const item = listOf(list.body.items).find(({ client_id }) => client_id === key.clientId);
    expect(item).toMatchObject({ scopes: READ });
    expect(JSON.stringify([row, list.body])).not.toContain(key.clientSecret);
  });

  it("leaves an audit entry for each change, without its secret", async () => {
    await rotate(operator, {});
    await revoke();
    const rows = await db().auditRow.findMany({
      where: { organizationId: null, target: `service_key:${key.clientId}` },
      orderBy: { id: "asc" },
    });
    const actor = `operator:${operator.userId}`;
    const actions = ["created", "rotated", "revoked"].map((change) => `service_key.${change}`);
    expect(rows).toMatchObject(actions.map((action) => ({ action, actor })));
    expect(JSON.stringify(rows.map(({ after }) => after))).not.toContain("lks_");
  });

  it("with platform/gate has no other scope", async () => {
    const { status, body } = await create(["platform/gate", "platform/log/read"]);
    expect(status).toBe(400);
    expect(fieldAt(body, "errors.0.message")).toMatch(/no|not have other scopes/);
  });

  it("works with old and new secret during the overlap of a rotation, and then only with the new", async () => {
    const second = keyIn(await rotate(operator));
    expect([await statusOf(key), await statusOf(second)]).toEqual([200, 200]);
    const endedToken = await tokenOf(second);
    const third = keyIn(await rotate(operator, { overlap_seconds: 0 }));
    const statuses = await Promise.all([key, second, third].map(statusOf));
    expect(statuses).toEqual([401, 401, 200]);
    const call = await callRoute(listServiceKeys, { params: {}, as: endedToken });
    expect(call.status).toBe(401);
  });

  it("ends permanently, together with its tokens, when it is revoked", async () => {
    expect((await revoke()).status).toBe(200);
    expect(await statusOf(key)).toBe(401);
    expect((await rotate(operator, {})).status).toBe(409);
  });
});

describe("a service key with its own token", () => {
  it("rotates itself without a permission over keys, which the audit log has", async () => {
    const first = await rotate(await tokenOf(key));
    expect(first.status).toBe(201);
    expect((await rotate(await tokenOf(keyIn(first)))).status).toBe(201);
    const actor = `service_key:${key.clientId}`;
    const where = { actor, target: actor, action: "service_key.rotated" };
    expect(await db().auditRow.count({ where: { ...where, organizationId: null } })).toBe(2);
  });

  it("security 113: rotates no other key, not even with every scope", async () => {
    const other = await mintServiceKey(["platform/directory/write", "platform/clients/write"]);
    expect((await rotate(await tokenOf(other))).status).toBe(403);
    const where = { keyId: key.clientId };
    expect(await db().serviceKeySecret.count({ where })).toBe(1);
  });

  it("security 113: does not rotate itself once the secret of its token ends", async () => {
    const old = await tokenOf(key);
    expect((await rotate(operator)).status).toBe(201);
    const { status, body } = await rotate(old);
    expect([status, body.error]).toEqual([409, "conflict"]);
  });

  it("gets the same secret again when it repeats a rotation with its Idempotency-Key", async () => {
    const [token, headers] = [await tokenOf(key), { "idempotency-key": newId() }];
    const first = await rotate(token, overlap, headers);
    const again = await rotate(token, overlap, headers);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.client_secret).toBe(first.body.client_secret);
  });

  it("rotates once if the same token asks twice at the same time", async () => {
    const token = await tokenOf(key);
    const answers = await Promise.all([rotate(token), rotate(token), rotate(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});

describe("the service keys' token endpoint", () => {
  it("issues fewer scopes on request and none that the key lacks", async () => {
    const reader = await mintServiceKey([...READ, "platform/log/read"]);
    const fewer = await request(reader, { scope: "platform/log/read" });
    expect(fewer.body.scope).toBe("platform/log/read");
    const { status, body } = await request(reader, { scope: "platform/directory/write" });
    expect([status, body.error]).toEqual([400, "invalid_scope"]);
  });

  it("accepts no other grant type and no wrong secret", async () => {
    const { body: denial } = await request(key, { grant_type: "password" });
    expect(denial.error).toBe("unsupported_grant_type");
    const { status, body } = await request({ ...key, clientSecret: "wrong" });
    expect([status, body.error]).toEqual([401, "invalid_client"]);
  });
});
