import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  countLiveSecrets,
  endLiveSecrets,
  findLiveSecret,
  listLiveSecrets,
  lockSecrets,
  revokeSecretRow,
  type SecretOwner,
} from "@/lib/clients/secrets/repository";
import { db, transaction } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { pool } from "@/lib/core/db/pool";
import { mintClient, mintOrganization, mintSecret } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";

const inAnHour = () => new Date(Date.now() + 3_600_000);
let organizationId: string;
let elsewhere: string;
let owner: SecretOwner;
let secretId: string;

beforeAll(async () => {
  organizationId = (await mintOrganization()).organizationId;
  elsewhere = (await mintOrganization()).organizationId;
});

beforeEach(async () => {
  const client = await mintClient(organizationId);
  owner = { organizationId, clientId: client.clientId };
  secretId = client.secretId;
});

const read = (id: string) => db().clientSecret.findUniqueOrThrow({ where: { id } });
const change = (data: Prisma.ClientSecretUncheckedUpdateInput) =>
  db().clientSecret.update({ where: { id: secretId }, data });

/** Whether each query for live secrets finds the secret. */
async function findings(of: SecretOwner, id = secretId) {
  const row = await findLiveSecret(db(), of, id);
  const rows = await listLiveSecrets(db(), of);
  const count = await countLiveSecrets(db(), of);
  return [row !== null, rows.some((each) => each.id === id), count > 0];
}

describe("a live secret", () => {
  it.each([
    ["it has no end", {}, true],
    ["it ends later", { expiresAt: inAnHour() }, true],
    ["it ended", { expiresAt: aMinuteAgo() }, false],
    ["it was revoked", { revokedAt: new Date() }, false],
  ])("is one that may be used: %s", async (_what, data, isLive) => {
    await change(data);
    expect(await findings(owner)).toEqual([isLive, isLive, isLive]);
    const { secretId: other } = await mintSecret(owner.clientId);
    expect((await revokeSecretRow(db(), owner, secretId)) !== null).toBe(isLive);
    if (isLive) expect((await read(secretId)).revokedAt).toBeInstanceOf(Date);
    expect((await read(other)).revokedAt).toBeNull();
  });

  it("is its own client's, in its own organization", async () => {
    const foreign = { organizationId: elsewhere, clientId: owner.clientId };
    expect(await findings(foreign)).toEqual([false, false, false]);
    expect(await revokeSecretRow(db(), foreign, secretId)).toBeNull();
    const otherClient = await mintClient(organizationId);
    const otherOwner = { organizationId, clientId: otherClient.clientId };
    expect(await findLiveSecret(db(), otherOwner, secretId)).toBeNull();
    expect(await revokeSecretRow(db(), otherOwner, secretId)).toBeNull();
    expect(await listLiveSecrets(db(), owner)).toHaveLength(1);
    expect(await countLiveSecrets(db(), owner)).toBe(1);
  });
});

describe("ending the live secrets of a client", () => {
  const end = inAnHour();

  it.each([
    ["without an end", {}, end],
    ["with a later end", { expiresAt: new Date(end.getTime() + 60_000) }, end],
    ["with an earlier end, which stays", { expiresAt: new Date(0) }, new Date(0)],
    ["that was revoked, which has no end", { revokedAt: new Date() }, null],
  ])("includes one %s", async (_what, data, expected) => {
    await change(data);
    await endLiveSecrets(db(), owner, end);
    expect((await read(secretId)).expiresAt).toEqual(expected);
  });

  it("leaves those of other clients and organizations alone", async () => {
    const otherClient = await mintClient(organizationId);
    await endLiveSecrets(db(), { organizationId, clientId: otherClient.clientId }, end);
    await endLiveSecrets(db(), { organizationId: elsewhere, clientId: owner.clientId }, end);
    expect((await read(secretId)).expiresAt).toBeNull();
  });
});

it("locking a client's secrets locks no others", async () => {
  const otherClient = await mintClient(organizationId);
  const isLocked = async (id: string) => {
    const { rows } = await pool().query(
      "SELECT id FROM client_secrets WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED",
      [id],
    );
    return rows.length === 0;
  };
  await transaction(async (tx) => {
    await lockSecrets(owner, tx);
    expect([await isLocked(secretId), await isLocked(otherClient.secretId)]).toEqual([true, false]);
  });
  await transaction(async (tx) => {
    await lockSecrets({ organizationId: elsewhere, clientId: owner.clientId }, tx);
    expect(await isLocked(secretId)).toBe(false);
  });
});
