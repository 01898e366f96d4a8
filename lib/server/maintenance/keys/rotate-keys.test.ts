import { randomBytes } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { decryptSecret, newSecretMaterial } from "@/lib/clients/secrets/secret-material";
import { signingKey } from "@/lib/consent/receipts/receipt-keys";
import { openSecret, sealSecret } from "@/lib/core/crypto/secret-box";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import type { EncryptionKey } from "@/lib/core/env/key-ring";
import {
  declaredTables,
  encryptedTables,
  listRowsNotUnder,
} from "@/lib/server/maintenance/keys/repository";
import { type Progress, requireKeys, rotateKeys } from "@/lib/server/maintenance/keys/rotate-keys";
import { mintClient, mintOrganization } from "@/test/factories/mint";
import { mintIdempotentRequest } from "@/test/factories/mint-idempotent-request";
import { mintSecondFactor } from "@/test/factories/mint-second-factor";
import { takeOwnDatabase } from "@/test/process/own-database";

takeOwnDatabase();

const [oldKey] = env().encryptionKeys;
const newKey: EncryptionKey = { id: "next", key: randomBytes(32) };

const toNewKey = () => rotateKeys([newKey, oldKey], () => {});
const toOldKey = () => rotateKeys([oldKey, newKey], () => {});

// The service in these tests has only the old key.
afterEach(async () => {
  expect(await toOldKey()).toBe(0);
});

/** A row with encrypted data in each table but that of the provider's sessions. */
async function mintEverything() {
  const { organizationId, owner } = await mintOrganization();
  const client = await mintClient(organizationId);
  await mintSecondFactor(owner.userId);
  const request = { organizationId, actor: `user:${owner.userId}`, key: "a key" };
  await mintIdempotentRequest(request, true);
  const context = `${organizationId} ${request.actor} ${request.key}`;
  const { sealed, keyId } = sealSecret([oldKey], '{"body":{},"headers":{}}', context);
  await db().idempotentRequest.update({
    where: { organizationId_actor_key: request },
    data: { encrypted: new Uint8Array(sealed), encryptionKeyId: keyId },
  });
  await signingKey();
  return { client, secret: { id: client.secretId } };
}

/** The secrets of each table, decrypted with the new key, or with the old one. */
function readSecrets(key: EncryptionKey): Promise<string[][]> {
  const [other] = [oldKey, newKey].filter((each) => each !== key);
  const tables = declaredTables.map(async (table) => {
    const page = { keyId: other?.id ?? "", after: null, limit: 10_000 };
    return (await listRowsNotUnder(table, page)).map(({ keyId, encrypted, context }) =>
      openSecret([key], { keyId, sealed: encrypted }, context),
    );
  });
  return Promise.all(tables);
}

describe("rotating the keys", () => {
  it("covers every table with an encrypted column", async () => {
    const rows = await db().$queryRaw<{ table: string }[]>`
      SELECT table_name AS "table" FROM information_schema.columns
      WHERE table_schema = current_schema() AND column_name = 'encryption_key_id'`;
    const tableNames = encryptedTables.map(({ table }) => table);
    expect(tableNames.toSorted()).toEqual(rows.map(({ table }) => table).sort());
  });

  it("leaves everything readable with the new key alone", async () => {
    const { client, secret } = await mintEverything();
    const before = await readSecrets(oldKey);
    expect(before.flat()).toContain(client.clientSecret);
    expect(before.filter((texts) => texts.length > 0)).toHaveLength(declaredTables.length - 1);
    expect(await toNewKey()).toBe(0);
    expect(await readSecrets(newKey)).toEqual(before);
    const row = await db().clientSecret.findUniqueOrThrow({ where: secret });
    expect(() => decryptSecret(client.clientId, row)).toThrow("next");
  });

  it("resumes after an interruption and reports its progress", async () => {
    const { organizationId } = await mintOrganization();
    const { clientId } = await mintClient(organizationId);
    const data = Array.from({ length: 250 }, () => newSecretMaterial(clientId).stored);
    await db().clientSecret.createMany({
      data: data.map((stored) => ({ ...stored, clientId, name: "one of many" })),
    });
    class Killed extends Error {}
    await expect(
      rotateKeys([newKey, oldKey], () => {
        throw new Killed();
      }),
    ).rejects.toThrow(Killed);
    const under = { encryptionKeyId: newKey.id };
    expect(await db().clientSecret.count({ where: under })).toBe(200);
    const reports: Progress[] = [];
    expect(await rotateKeys([newKey, oldKey], (progress) => reports.push(progress))).toBe(0);
    expect(reports[0]).toMatchObject({ rows: "client secrets", done: expect.any(Number) });
    expect(reports[0]?.total).toBeGreaterThan(data.length - 200);
  });

  it("never overwrites a concurrent write by the service", async () => {
    const { client, secret: where } = await mintEverything();
    await toNewKey();
    const { encrypted } = await db().clientSecret.findUniqueOrThrow({ where });
    const rotating = toOldKey();
    await db().clientSecret.update({ where, data: { encrypted, encryptionKeyId: newKey.id } });
    await rotating;
    const after = await db().clientSecret.findUniqueOrThrow({ where });
    const box = { keyId: String(after.encryptionKeyId), sealed: after.encrypted ?? Buffer.of() };
    expect(openSecret([oldKey, newKey], box, client.clientId)).toBe(client.clientSecret);
  });

  it("counts rows that no key can decrypt and leaves them unchanged", async () => {
    const { secret: where } = await mintEverything();
    await db().clientSecret.update({ where, data: { encryptionKeyId: "lost" } });
    const reports: Progress[] = [];
    expect(await rotateKeys([oldKey], (progress) => reports.push(progress))).toBe(1);
    expect(reports[0]).toMatchObject({ unreadable: 1 });
    await db().clientSecret.update({ where, data: { encryptionKeyId: oldKey.id } });
  });
});

describe("a missing key", () => {
  it("is reported with the rows that need it, even if another one has its id", async () => {
    await mintEverything();
    const other: EncryptionKey = { id: oldKey.id, key: randomBytes(32) };
    const needed = `"${oldKey.id}" \\(needed by \\d+ client secrets, `;
    await expect(requireKeys([newKey])).rejects.toThrow(
      new RegExp(`ENCRYPTION_KEYS is missing ${needed}`),
    );
    await expect(requireKeys([other])).rejects.toThrow(
      new RegExp(`has another key with the id ${needed}`),
    );
    await expect(requireKeys([newKey, oldKey])).resolves.toBeUndefined();
  });

  it.each([
    ["damaged", { encrypted: new Uint8Array(40) }],
    ["expired", { encryptionKeyId: "lost", expiresAt: new Date(0) }],
    ["revoked", { encryptionKeyId: "lost", revokedAt: new Date() }],
  ])("is not reported because of a row that is %s", async (_, data) => {
    await mintEverything();
    const { secret: where } = await mintEverything();
    const { encrypted } = await db().clientSecret.findUniqueOrThrow({ where });
    await db().clientSecret.update({ where, data });
    await expect(requireKeys([oldKey])).resolves.toBeUndefined();
    await db().clientSecret.update({ where, data: { encrypted, encryptionKeyId: oldKey.id } });
  });
});
