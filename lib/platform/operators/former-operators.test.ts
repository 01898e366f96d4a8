import { beforeEach, describe, expect, it } from "vitest";
import {
  changeServiceKeyEnd,
  createServiceKey,
  listServiceKeys,
  rotateServiceKey,
} from "@/lib/clients/service-keys/service-keys";
import { serviceTokenEndpoint } from "@/lib/clients/service-keys/service-token-endpoint";
import { db } from "@/lib/core/db/client";
import { changeOperator } from "@/lib/platform/operators/operator-role";
import { getPlatformOverview } from "@/lib/platform/overview/get-platform-overview";
import type { MintedUser } from "@/test/factories/mint";
import { type MintedServiceKey, mintOperator } from "@/test/factories/mint-platform";
import { takeOwnDatabase } from "@/test/process/own-database";
import { callRoute, type RouteCall } from "@/test/requests/call-route";
import { fieldsOf, listOf, textOf } from "@/test/requests/read-json";
import { requestServiceToken } from "@/test/requests/request-service-token";

// The overview is that of the whole installation.
takeOwnDatabase();

const HOUR_MS = 3_600_000;

let eve: MintedUser;
let other: MintedUser;

beforeEach(async () => {
  [eve, other] = [await mintOperator(), await mintOperator()];
});

const getsTokens = async (key: MintedServiceKey) =>
  (await serviceTokenEndpoint(requestServiceToken(key))).status === 200;

/** The key with the secret that an operation returned. */
async function keyFrom(answer: ReturnType<typeof callRoute>): Promise<MintedServiceKey> {
  const { client_id, client_secret } = (await answer).body;
  return { clientId: textOf(client_id), clientSecret: textOf(client_secret) };
}

function createKey(as: MintedUser): Promise<MintedServiceKey> {
  const body = { name: "Seller panel", scopes: ["platform/directory/write"] };
  return keyFrom(callRoute(createServiceKey, { params: {}, body, as }));
}

const sendRotation = ({ clientId }: MintedServiceKey, as: RouteCall["as"] & {}) =>
  callRoute(rotateServiceKey, { params: { client_id: clientId }, body: {}, as });

/** Sends a rotation with the key's own token. */
async function sendOwnRotation(key: MintedServiceKey) {
  const response = await serviceTokenEndpoint(requestServiceToken(key));
  const { access_token } = fieldsOf(await response.json());
  return sendRotation(key, textOf(access_token));
}

const changeEnd = ({ clientId }: MintedServiceKey, body: object, as: MintedUser = other) =>
  callRoute(changeServiceKeyEnd, { params: { client_id: clientId }, body, as });

/** The secrets of these keys that the overview names, with the hours until they end. */
async function namedSecrets(...keys: MintedServiceKey[]) {
  const { body } = await callRoute(getPlatformOverview, { params: {}, as: other });
  return listOf(body.secrets_of_former_operators)
    .filter(({ client_id }) => keys.some(({ clientId }) => clientId === client_id))
    .map(({ name, last_four, ends_at }) => ({
      name,
      last_four,
      hours: Math.round((Date.parse(textOf(ends_at)) - Date.now()) / HOUR_MS),
    }));
}

const auditRows = ({ clientId }: MintedServiceKey) =>
  db().auditRow.findMany({
    where: { target: `service_key:${clientId}`, action: "service_key.end_changed" },
    orderBy: { id: "asc" },
  });

describe("security 93: service keys whose secrets a former operator has seen", () => {
  it.each([null, "support"] as const)(
    "are named, and end, after the role became %s",
    async (role) => {
      const created = await createKey(eve);
      const rotated = await keyFrom(sendRotation(await createKey(other), eve));
      expect(await namedSecrets(created, rotated)).toEqual([]);
      await changeOperator({ email: eve.email }, role);
      const lastFour = [created, rotated].map(({ clientSecret }) => clientSecret.slice(-4));
      const named = lastFour.map((last_four) => ({ name: "Seller panel", last_four, hours: 24 }));
      expect(await namedSecrets(created, rotated)).toEqual(expect.arrayContaining(named));
      expect(await auditRows(created)).toMatchObject([
        {
          actor: "operator:shell",
          after: { last_four: lastFour[0], seen_by: `user:${eve.userId}` },
        },
      ]);
      expect(await getsTokens(created)).toBe(true);
      const { body } = await callRoute(listServiceKeys, { params: {}, as: other });
      const listed = listOf(body.items).find(({ client_id }) => client_id === created.clientId);
      expect(listed).toMatchObject({ secrets: [{ seen_by_former_operator: true }] });
      expect((await changeEnd(created, { overlap_seconds: 0 })).status).toBe(200);
      expect(await getsTokens(created)).toBe(false);
      expect(await namedSecrets(created, rotated)).toHaveLength(1);
    },
  );

  it("stay if another operator saw the secret, before or after", async () => {
    const [before, after] = [await createKey(other), await createKey(eve)];
    const replaced = await keyFrom(sendRotation(after, other));
    await changeOperator({ email: eve.email }, null);
    const secrets = await db().serviceKeySecret.findMany({
      where: { lastFour: { in: [before, replaced].map((key) => key.clientSecret.slice(-4)) } },
    });
    expect(secrets.map(({ expiresAt }) => expiresAt)).toEqual([null, null]);
    expect(await namedSecrets(before, after)).toMatchObject([
      { last_four: after.clientSecret.slice(-4) },
    ]);
  });

  it.each(["the operator", "the key itself"])(
    "do not gain a secret from a rotation by %s that runs while the role ends",
    async (who) => {
      const isOwn = who === "the key itself";
      const keys = await Promise.all([1, 2, 3, 4].map(() => createKey(isOwn ? eve : other)));
      const rotate = (key: MintedServiceKey) =>
        isOwn ? sendOwnRotation(key) : sendRotation(key, eve);
      await Promise.all([...keys.map(rotate), changeOperator({ email: eve.email }, null)]);
      const keyId = { in: keys.map(({ clientId }) => clientId) };
      const where = isOwn ? { keyId, expiresAt: null } : { seenBy: eve.userId, expiresAt: null };
      expect(await db().serviceKeySecret.count({ where })).toBe(0);
    },
  );

  it("include secrets that a key got for itself with one that the operator had seen", async () => {
    const renewed = await keyFrom(sendOwnRotation(await createKey(eve)));
    await changeOperator({ email: eve.email }, null);
    const last_four = renewed.clientSecret.slice(-4);
    expect(await namedSecrets(renewed)).toContainEqual(expect.objectContaining({ last_four }));
  });

  it("keep working longer only for a reason, which the audit log has", async () => {
    const key = await createKey(eve);
    await changeOperator({ email: eve.email }, null);
    const week = { overlap_seconds: 7 * 86_400 };
    const denied = await changeEnd(key, week);
    expect([denied.status, denied.body.errors]).toMatchObject([400, [{ path: "reason" }]]);
    const reason = "The seller panel is deployed on Friday";
    expect((await changeEnd(key, { ...week, reason })).status).toBe(200);
    expect(await namedSecrets(key)).toMatchObject([{ hours: 7 * 24 }]);
    expect((await auditRows(key)).at(-1)).toMatchObject({
      actor: `operator:${other.userId}`,
      before: { ends_at: expect.any(String) },
      after: { ends_at: expect.any(String), reason },
    });
  });
});

describe("the end of a service key's secrets", () => {
  it("cannot be changed for a key without one, by support, or for no key", async () => {
    const key = await createKey(other);
    const now = { overlap_seconds: 0 };
    expect((await changeEnd(key, now)).status).toBe(409);
    expect((await changeEnd(key, now, await mintOperator("support"))).status).toBe(403);
    expect((await changeEnd({ ...key, clientId: "0".repeat(24) }, now)).status).toBe(404);
    expect(await getsTokens(key)).toBe(true);
  });

  it("leaves the newest secret alone", async () => {
    const first = await createKey(other);
    const second = await keyFrom(sendRotation(first, other));
    expect((await changeEnd(first, { overlap_seconds: 0 })).status).toBe(200);
    expect([await getsTokens(first), await getsTokens(second)]).toEqual([false, true]);
  });
});
