import { describe, expect, it } from "vitest";
import { createServiceKey } from "@/lib/clients/service-keys/create-service-key";
import { listServiceKeys } from "@/lib/clients/service-keys/list-service-keys";
import { revokeServiceKey } from "@/lib/clients/service-keys/revoke-service-key";
import { rotateServiceKey } from "@/lib/clients/service-keys/rotate-service-key";
import { serviceTokenEndpoint } from "@/lib/clients/service-keys/service-token-endpoint";
import { db } from "@/lib/core/db/client";
import { mintMember, mintOrganization } from "@/test/factories/mint";
import { mintOperator, mintServiceKey, mintServiceToken } from "@/test/factories/mint-platform";
import { callRoute, readAnswer } from "@/test/requests/call-route";
import { fieldAt, listOf, textOf } from "@/test/requests/read-json";
import { requestServiceToken } from "@/test/requests/request-service-token";

const WRITE = ["platform/directory/write"];

const token = async (...request: Parameters<typeof requestServiceToken>) =>
  readAnswer(await serviceTokenEndpoint(requestServiceToken(...request)));

/** Creates a key through the API, as an operator. */
async function create(scopes: string[] = WRITE) {
  const operator = await mintOperator();
  const body = { name: "Seller panel", scopes };
  const answer = await callRoute(createServiceKey, { params: {}, body, as: operator });
  const key = {
    clientId: String(answer.body.client_id),
    clientSecret: String(answer.body.client_secret),
  };
  return { operator, answer, key };
}

describe("a service key", () => {
  it("is created with a secret that gets tokens and of which only the hash is stored", async () => {
    const { answer, key } = await create();
    expect(answer.status).toBe(201);
    const { status, body } = await token(key);
    expect(status).toBe(200);
    expect(body).toMatchObject({ scope: WRITE[0], expires_in: 3600 });
    const [row] = await db().serviceKeySecret.findMany({ where: { keyId: key.clientId } });
    expect(row?.lastFour).toBe(key.clientSecret.slice(-4));
    expect(JSON.stringify(row)).not.toContain(key.clientSecret);
  });

  it("leaves an audit entry for each change, without its secret", async () => {
    const { operator, key } = await create();
    const call = { params: { client_id: key.clientId }, as: operator };
    await callRoute(rotateServiceKey, { ...call, body: {} });
    await callRoute(revokeServiceKey, call);
    const rows = await db().auditRow.findMany({
      where: { organizationId: null, target: `service_key:${key.clientId}` },
      orderBy: { id: "asc" },
    });
    expect(rows.map(({ action, actor }) => [action, actor])).toEqual(
      ["created", "rotated", "revoked"].map((change) => [
        `service_key.${change}`,
        `operator:${operator.userId}`,
      ]),
    );
    expect(JSON.stringify(rows.map(({ after }) => after))).not.toContain("lks_");
  });

  it("is listed without its secret", async () => {
    const { operator, key } = await create();
    const { body } = await callRoute(listServiceKeys, { params: {}, as: operator });
    const listed = listOf(body.items).find(({ client_id }) => client_id === key.clientId);
    expect(listed).toMatchObject({ scopes: WRITE });
    expect(JSON.stringify(body)).not.toContain(key.clientSecret);
  });

  it("with platform/gate has no other scope", async () => {
    const { answer } = await create(["platform/gate", "platform/log/read"]);
    expect(answer.status).toBe(400);
    expect(fieldAt(answer.body, "errors.0.message")).toMatch(/no|not have other scopes/);
  });

  it("works with old and new secret during the overlap of a rotation, and then only with the new", async () => {
    const { operator, key } = await create();
    const rotate = async (overlap_seconds: number) => {
      const params = { client_id: key.clientId };
      const body = { overlap_seconds };
      const answer = await callRoute(rotateServiceKey, { params, body, as: operator });
      return { ...key, clientSecret: textOf(answer.body.client_secret) };
    };
    const second = await rotate(60);
    expect([(await token(key)).status, (await token(second)).status]).toEqual([200, 200]);
    const endedToken = textOf((await token(second)).body.access_token);
    const third = await rotate(0);
    expect([(await token(key)).status, (await token(second)).status]).toEqual([401, 401]);
    expect((await token(third)).status).toBe(200);
    const call = await callRoute(listServiceKeys, { params: {}, as: endedToken });
    expect(call.status).toBe(401);
  });

  it("ends permanently, together with its tokens, when it is revoked", async () => {
    const { operator, key } = await create();
    const params = { client_id: key.clientId };
    const { status } = await callRoute(revokeServiceKey, { params, as: operator });
    expect(status).toBe(200);
    expect((await token(key)).status).toBe(401);
    const again = await callRoute(rotateServiceKey, { params, body: {}, as: operator });
    expect(again.status).toBe(409);
  });
});

describe("the service keys' token endpoint", () => {
  it("issues fewer scopes on request and none that the key lacks", async () => {
    const key = await mintServiceKey(["platform/directory/read", "platform/log/read"]);
    expect((await token(key, { scope: "platform/log/read" })).body.scope).toBe("platform/log/read");
    const { status, body } = await token(key, { scope: "platform/directory/write" });
    expect([status, body.error]).toEqual([400, "invalid_scope"]);
  });

  it("accepts no other grant type and no wrong secret", async () => {
    const key = await mintServiceKey(["platform/log/read"]);
    expect((await token(key, { grant_type: "password" })).body.error).toBe(
      "unsupported_grant_type",
    );
    const { status, body } = await token({ ...key, clientSecret: "wrong" });
    expect([status, body.error]).toEqual([401, "invalid_client"]);
  });
});

describe("who manages service keys", () => {
  it("is an operator: support may read, and others get 401 or 403 and change nothing", async () => {
    const organization = await mintOrganization();
    const support = await mintOperator("support");
    const body = { name: "Denied", scopes: WRITE };
    const create = async (as?: Parameters<typeof callRoute>[1]["as"]) =>
      (await callRoute(createServiceKey, { params: {}, body, ...(as && { as }) })).status;
    expect(await create()).toBe(401);
    expect(await create(support)).toBe(403);
    expect(await create(organization.owner)).toBe(403);
    expect(await create(await mintMember(organization.organizationId, "admin"))).toBe(403);
    expect(await create(await mintServiceToken(["platform/directory/write"]))).toBe(403);
    expect(await db().serviceKey.count({ where: { name: "Denied" } })).toBe(0);
    const read = await callRoute(listServiceKeys, { params: {}, as: support });
    expect(read.status).toBe(200);
  });
});
