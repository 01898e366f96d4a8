import { randomBytes } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { newSecretMaterial, revealSecret } from "@/lib/clients/secrets/secret-material";
import { signingKey } from "@/lib/consent/receipts/receipt-keys";
import { openSecret, sealSecret } from "@/lib/core/crypto/secret-box";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import type { EncryptionKey } from "@/lib/core/key-ring";
import { openFactorSecret } from "@/lib/identity/account/second-factor/factor-secret";
import { encryptedTables } from "@/lib/server/maintenance/keys/repository";
import { requireKeys } from "@/lib/server/maintenance/keys/require-keys";
import { type Progress, rotateKeys } from "@/lib/server/maintenance/keys/rotate-keys";
import { mintClient, mintOrganization } from "@/test/factories/mint";
import { mintIdempotentRequest } from "@/test/factories/mint-idempotent-request";
import { mintSecondFactor } from "@/test/factories/mint-second-factor";
import { takeOwnDatabase } from "@/test/process/own-database";

takeOwnDatabase();

const [oldKey] = env().encryptionKeys;
const newKey: EncryptionKey = { id: "next", key: randomBytes(32) };

const KEPT_ANSWER = '{"body":{},"headers":{}}';

type IdempotentKey = { organizationId: string; actor: string; key: string };
const contextOf = ({ organizationId, actor, key }: IdempotentKey) =>
  `${organizationId} ${actor} ${key}`;

const toNewKey = () => rotateKeys([newKey, oldKey], () => {});
const toOldKey = () => rotateKeys([oldKey, newKey], () => {});

// The service in these tests has only the old key.
afterEach(async () => {
  expect(await toOldKey()).toBe(0);
});

/** A row with encrypted data in each table. */
async function mintEverything() {
  const organization = await mintOrganization();
  const client = await mintClient(organization.organizationId);
  await mintSecondFactor(organization.owner.userId);
  const actor = `user:${organization.owner.userId}`;
  const kept = { organizationId: organization.organizationId, actor, key: "a key" };
  await mintIdempotentRequest(kept, true);
  const box = sealSecret([oldKey], KEPT_ANSWER, contextOf(kept));
  await db().idempotentRequest.update({
    where: { organizationId_actor_key: kept },
    data: { encrypted: new Uint8Array(box.sealed), encryptionKeyId: box.keyId },
  });
  const { keyId } = await signingKey();
  return { client, userId: organization.owner.userId, kept, keyId };
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
    const { client, userId, kept, keyId } = await mintEverything();
    const before = {
      secret: client.clientSecret,
      factor: openFactorSecret(
        userId,
        await db().secondFactor.findUniqueOrThrow({ where: { userId } }),
      ),
    };
    expect(await toNewKey()).toBe(0);

    const secret = await db().clientSecret.findUniqueOrThrow({ where: { id: client.secretId } });
    const factor = await db().secondFactor.findUniqueOrThrow({ where: { userId } });
    const answer = await db().idempotentRequest.findUniqueOrThrow({
      where: { organizationId_actor_key: kept },
    });
    const receipt = await db().receiptKey.findUniqueOrThrow({ where: { keyId } });
    const open = (
      row: { encryptionKeyId: string | null; encrypted: Uint8Array | null },
      context: string,
    ) =>
      openSecret(
        [newKey],
        { keyId: row.encryptionKeyId ?? "", sealed: row.encrypted ?? new Uint8Array() },
        context,
      );
    expect(open(secret, client.clientId)).toBe(before.secret);
    expect(open(factor, `second-factor:${userId}`)).toBe(before.factor);
    expect(open(answer, contextOf(kept))).toBe(KEPT_ANSWER);
    expect(open(receipt, `receipt-key:${keyId}`)).not.toBe("");
    expect(() => revealSecret(client.clientId, secret)).toThrow("next");
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
    const { client } = await mintEverything();
    await toNewKey();
    const where = { id: client.secretId };
    const { encrypted } = await db().clientSecret.findUniqueOrThrow({ where });
    const rotating = toOldKey();
    await db().clientSecret.update({ where, data: { encrypted, encryptionKeyId: newKey.id } });
    await rotating;
    const after = await db().clientSecret.findUniqueOrThrow({ where });
    const ring = [oldKey, newKey];
    const box = { keyId: String(after.encryptionKeyId), sealed: after.encrypted ?? Buffer.of() };
    expect(openSecret(ring, box, client.clientId)).toBe(client.clientSecret);
  });

  it("counts rows that no key can decrypt and leaves them unchanged", async () => {
    const { client } = await mintEverything();
    const where = { id: client.secretId };
    await db().clientSecret.update({ where, data: { encryptionKeyId: "lost" } });
    const reports: Progress[] = [];
    expect(await rotateKeys([oldKey], (progress) => reports.push(progress))).toBe(1);
    expect(reports[0]).toMatchObject({ unreadable: 1 });
    await db().clientSecret.update({ where, data: { encryptionKeyId: oldKey.id } });
  });
});

describe("a missing key", () => {
  it("is reported with the rows that need it", async () => {
    await mintEverything();
    const requirement = requireKeys([newKey]);
    await expect(requirement).rejects.toThrow(
      new RegExp(`ENCRYPTION_KEYS is missing "${oldKey.id}" \\(needed by \\d+ client secrets, `),
    );
    await expect(requireKeys([newKey, oldKey])).resolves.toBeUndefined();
  });

  it("is reported if another one has its id", async () => {
    await mintEverything();
    const other: EncryptionKey = { id: oldKey.id, key: randomBytes(32) };
    await expect(requireKeys([other])).rejects.toThrow(
      new RegExp(`has another key with the id "${oldKey.id}" \\(needed by \\d+ client secrets, `),
    );
  });

  it("is not reported because of a damaged row", async () => {
    await mintEverything();
    const { client } = await mintEverything();
    const where = { id: client.secretId };
    const { encrypted } = await db().clientSecret.findUniqueOrThrow({ where });
    await db().clientSecret.update({ where, data: { encrypted: randomBytes(40) } });
    await expect(requireKeys([oldKey])).resolves.toBeUndefined();
    await db().clientSecret.update({ where, data: { encrypted } });
  });

  it("is not needed by expired or revoked rows", async () => {
    const { client } = await mintEverything();
    await db().clientSecret.update({
      where: { id: client.secretId },
      data: { encryptionKeyId: "lost", revokedAt: new Date() },
    });
    await expect(requireKeys([oldKey])).resolves.toBeUndefined();
    await db().clientSecret.update({
      where: { id: client.secretId },
      data: { encryptionKeyId: oldKey.id },
    });
  });
});
