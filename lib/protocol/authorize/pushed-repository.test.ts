import { randomBytes } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import {
  consumePushedRequest,
  findPushedRequest,
} from "@/lib/protocol/authorize/pushed-repository";
import { mintClient, mintOrganization } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";

const ISSUER = "/service/panel/authentication/v1.0/company/1";
let clientId: string;

beforeAll(async () => {
  ({ clientId } = await mintClient((await mintOrganization()).organizationId));
});

async function push(columns: { usedAt?: Date; expiresAt?: Date; createdAt?: Date } = {}) {
  const reference = randomBytes(32);
  const expiresAt = new Date(Date.now() + 60_000);
  const stored = { referenceHash: new Uint8Array(reference), clientId, issuer: ISSUER };
  const data = { ...stored, parameters: `state=${newId()}`, expiresAt, ...columns };
  await db().pushedRequest.create({ data });
  return { reference, parameters: data.parameters };
}

it("a pushed request is found by its reference, for its own client and issuer", async () => {
  const { reference, parameters } = await push();
  await push();
  expect(await findPushedRequest(reference, clientId, ISSUER)).toEqual({ parameters });
  expect(await findPushedRequest(randomBytes(32), clientId, ISSUER)).toBeNull();
  expect(await findPushedRequest(reference, newId(), ISSUER)).toBeNull();
  expect(await findPushedRequest(reference, clientId, `${ISSUER}1`)).toBeNull();
});

it("a pushed request is used up once, and alone", async () => {
  const [{ reference }, other] = [await push(), await push()];
  expect(await consumePushedRequest(reference)).toBe(true);
  expect(await consumePushedRequest(reference)).toBe(false);
  expect(await consumePushedRequest(randomBytes(32))).toBe(false);
  expect(await findPushedRequest(reference, clientId, ISSUER)).toBeNull();
  expect(await findPushedRequest(other.reference, clientId, ISSUER)).not.toBeNull();
});

it.each([
  ["was used", { usedAt: new Date() }],
  ["has expired", { expiresAt: aMinuteAgo(), createdAt: new Date(0) }],
])("a pushed request that %s is neither found nor used up", async (_what, columns) => {
  const { reference } = await push(columns);
  expect(await findPushedRequest(reference, clientId, ISSUER)).toBeNull();
  expect(await consumePushedRequest(reference)).toBe(false);
});
