import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { bounds } from "@/lib/clients/field-values";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { revokeCodeAndItsTokens, revokeFamily } from "@/lib/protocol/tokens/revoke-family";
import { mintCode, storedHash } from "@/test/factories/mint-code";
import { mintInstallation } from "@/test/factories/mint-installation";
import { mintScene } from "@/test/factories/mint-scene";
import { mintRefreshToken } from "@/test/factories/mint-tokens";
import { exchange } from "@/test/requests/call-token";

const DAY_MS = 86_400_000;
const LONGEST_LIFETIME_MS = 1_827 * DAY_MS;

const endedFamily = (familyHash: Uint8Array<ArrayBuffer>) =>
  db().endedTokenFamily.findUnique({ where: { familyHash } });
const importedFamily = (familyId: string) =>
  endedFamily(new Uint8Array(createHash("sha256").update(familyId).digest()));
const importsEndedAt = async (id: string) =>
  (await db().grant.findUniqueOrThrow({ where: { id } })).importsEndedAt;

it("an imported family stays ended for as long as its own tokens would be valid", async () => {
  const [scene, other] = [await mintScene("company"), await mintScene("company")];
  const { installation, grantId } = scene;
  const familyId = newId();
  const lasting = (year: number, columns = {}) => ({
    codeHash: null,
    familyId,
    expiresAt: new Date(`${year}-01-01T00:00:00Z`),
    ...columns,
  });
  await mintRefreshToken(installation, lasting(2080));
  await mintRefreshToken(installation, lasting(2090));
  await mintRefreshToken(installation, lasting(2095, { familyId: newId() }));
  await mintRefreshToken(other.installation, lasting(2097));
  await revokeFamily({ codeHash: null, familyId, grantId });
  const expiresAt = new Date(Date.parse("2090-01-01T00:00:00Z") + LONGEST_LIFETIME_MS);
  expect(await importedFamily(familyId)).toMatchObject({ expiresAt });
  expect(await importsEndedAt(grantId)).toBeInstanceOf(Date);
  expect(await importsEndedAt(other.grantId)).toBeNull();
});

it("ending a family again changes nothing about it", async () => {
  const { grantId } = await mintScene("company");
  const familyId = newId();
  const codeHash = Buffer.from(storedHash(newId()));
  const end = async () => {
    await revokeFamily({ codeHash: null, familyId, grantId });
    await revokeCodeAndItsTokens(codeHash);
    return [await importedFamily(familyId), await endedFamily(new Uint8Array(codeHash))];
  };
  const [imported, ofCode] = await end();
  expect([imported, ofCode]).toEqual([expect.any(Object), expect.any(Object)]);
  expect(await end()).toEqual([imported, ofCode]);
});

it("a family that a code led to ends under the code's hash, and leaves imported tokens alone", async () => {
  const { grantId } = await mintScene("company");
  const familyId = newId();
  const codeHash = Buffer.from(storedHash(newId()));
  await revokeFamily({ codeHash, familyId, grantId });
  expect(await endedFamily(new Uint8Array(codeHash))).not.toBeNull();
  expect(await importedFamily(familyId)).toBeNull();
  expect(await importsEndedAt(grantId)).toBeNull();
});

it("the row of a replayed code's family outlives every token that a refresh could still store", async () => {
  const installation = await mintInstallation();
  const code = await mintCode(installation);
  await exchange("offline", installation, code);
  await exchange("offline", installation, code);
  const { expiresAt } = (await endedFamily(storedHash(code))) ?? {};
  const longest = bounds.refreshTokenLifetime.max * 1000;
  expect(expiresAt?.getTime()).toBeGreaterThan(Date.now() + longest);
});
