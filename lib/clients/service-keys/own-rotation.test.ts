import { beforeEach, describe, expect, it } from "vitest";
import { rotateServiceKey } from "@/lib/clients/service-keys/rotate-service-key";
import { serviceTokenEndpoint } from "@/lib/clients/service-keys/service-token-endpoint";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import {
  type MintedServiceKey,
  mintOperator,
  mintServiceKey,
} from "@/test/factories/mint-platform";
import { callRoute, readAnswer } from "@/test/requests/call-route";
import { textOf } from "@/test/requests/read-json";
import { requestServiceToken } from "@/test/requests/request-service-token";

let key: MintedServiceKey;

beforeEach(async () => {
  key = await mintServiceKey(["platform/directory/read"]);
});

async function tokenOf(of: MintedServiceKey): Promise<string> {
  const { body } = await readAnswer(await serviceTokenEndpoint(requestServiceToken(of)));
  return textOf(body.access_token);
}

const rotate = (
  as: Parameters<typeof callRoute>[1]["as"],
  clientId = key.clientId,
  headers: Record<string, string> = {},
) =>
  callRoute(rotateServiceKey, {
    params: { client_id: clientId },
    body: { overlap_seconds: 60 },
    headers,
    ...(as && { as }),
  });

describe("a service key", () => {
  it("rotates itself with its own token and no permission over keys, which the audit log has", async () => {
    const { status, body } = await rotate(await tokenOf(key));
    expect(status).toBe(201);
    const renewed = { ...key, clientSecret: textOf(body.client_secret) };
    expect((await rotate(await tokenOf(renewed))).status).toBe(201);
    const actor = `service_key:${key.clientId}`;
    const where = { actor, target: actor, action: "service_key.rotated" };
    expect(await db().auditRow.count({ where: { ...where, organizationId: null } })).toBe(2);
  });

  it("security 113: rotates no other key, not even with every scope", async () => {
    const otherKey = await mintServiceKey(["platform/directory/write", "platform/clients/write"]);
    expect((await rotate(await tokenOf(otherKey))).status).toBe(403);
    expect((await rotate(undefined)).status).toBe(401);
    const where = { keyId: key.clientId };
    expect(await db().serviceKeySecret.count({ where })).toBe(1);
  });

  it("security 113: does not rotate itself once the secret of its token ends", async () => {
    const old = await tokenOf(key);
    expect((await rotate(await mintOperator())).status).toBe(201);
    const answer = await rotate(old);
    expect([answer.status, answer.body.error]).toEqual([409, "conflict"]);
  });

  it("gets the same secret again when it repeats a rotation with its Idempotency-Key", async () => {
    const [token, headers] = [await tokenOf(key), { "idempotency-key": newId() }];
    const first = await rotate(token, key.clientId, headers);
    const again = await rotate(token, key.clientId, headers);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.client_secret).toBe(first.body.client_secret);
  });

  it("rotates once if the same token asks twice at the same time", async () => {
    const token = await tokenOf(key);
    const answers = await Promise.all([rotate(token), rotate(token), rotate(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});
