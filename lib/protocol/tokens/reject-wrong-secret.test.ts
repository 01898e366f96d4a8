import { hashSync } from "@node-rs/bcrypt";
import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { ServiceError } from "@/lib/core/errors";
import { rejectWrongSecret } from "@/lib/protocol/tokens/reject-wrong-secret";
import {
  type MintedClient,
  mintClient,
  mintDeletion,
  mintOrganization,
} from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";

const DENIAL = new ServiceError("invalid_client", "The statement found no such secret.");
const AS_FOREIGN = { secretHash: null, encrypted: null, encryptionKeyId: null };

let client: MintedClient;
let lastNetwork = 0;

beforeEach(async () => {
  lastNetwork += 1;
  client = await mintClient((await mintOrganization()).organizationId);
});

const change = (data: Prisma.ClientSecretUncheckedUpdateInput) =>
  db().clientSecret.update({ where: { id: client.secretId }, data });

/** Makes the client's secret one that was imported as a hash. */
const asImported = (data: Prisma.ClientSecretUncheckedUpdateInput = {}) =>
  change({ ...AS_FOREIGN, foreignHash: hashSync(client.clientSecret, 4), ...data });

/** Adds the client's secret, or another client's, a second time. */
async function addSecond(data: Partial<Prisma.ClientSecretUncheckedCreateInput>) {
  const { clientId, clientSecret } = client;
  const foreignHash = hashSync(clientSecret, 4);
  const second = { id: newId(), clientId, name: "second", lastFour: "", foreignHash };
  await db().clientSecret.create({ data: { ...second, ...data } });
}

const reject = (secret = client.clientSecret) =>
  rejectWrongSecret(
    DENIAL,
    { id: client.clientId, secret },
    { ipAddress: `2001:db8:105:${lastNetwork}::1`, requestId: newId() },
  );

describe("a secret that no statement accepted", () => {
  it.each([
    ["was imported as a hash", {}],
    ["was imported as a hash and expires later", { expiresAt: new Date(Date.now() + 60_000) }],
  ])("is right if it %s, and has our hash from then on", async (_what, data) => {
    await asImported(data);
    expect(await reject()).toBeNull();
    const stored = await db().clientSecret.findUniqueOrThrow({ where: { id: client.secretId } });
    expect(stored.secretHash).not.toBeNull();
  });

  it("is right if a request at the same time has given it our hash", async () => {
    await change({ foreignHash: hashSync(client.clientSecret, 4) });
    expect(await reject()).toBeNull();
  });

  it("is wrong if it is another one, or was never a hash of another kind", async () => {
    expect(await reject()).toBe(DENIAL);
    await asImported();
    expect(await reject(newToken("secret"))).toBe(DENIAL);
  });

  it.each([
    ["was revoked", { revokedAt: new Date() }],
    ["has expired", { expiresAt: aMinuteAgo() }],
  ])("is wrong if it %s, alone or under our hash", async (_what, ended) => {
    await asImported(ended);
    expect(await reject()).toBe(DENIAL);
    await mintAgain(ended);
    await addSecond({});
    expect(await reject()).toBe(DENIAL);
  });

  it("is wrong once its client was deleted", async () => {
    await asImported();
    await mintDeletion(client.clientId);
    expect(await reject()).toBe(DENIAL);
  });

  it("is right although another client's equal secret has ended", async () => {
    const other = await mintClient((await mintOrganization()).organizationId);
    const { secretHash } = await db().clientSecret.findUniqueOrThrow({
      where: { id: client.secretId },
    });
    const ended = { secretHash, revokedAt: new Date() };
    await db().clientSecret.update({ where: { id: other.secretId }, data: ended });
    await asImported();
    expect(await reject()).toBeNull();
  });
});

/** Starts over with a client whose secret has our hash. */
async function mintAgain(data: Prisma.ClientSecretUncheckedUpdateInput) {
  client = await mintClient((await mintOrganization()).organizationId);
  await change(data);
}
