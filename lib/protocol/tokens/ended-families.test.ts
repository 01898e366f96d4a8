import { beforeEach, expect, it } from "vitest";
import { bounds } from "@/lib/clients/field-values";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { mintCode, storedHash } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintRefreshToken } from "@/test/factories/mint-tokens";
import { revoke } from "@/test/requests/call-administration";
import { exchange } from "@/test/requests/call-token";

const LONGEST_MS = bounds.refreshTokenLifetime.max * 1000;

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

/** When the row of an ended family may be deleted, in milliseconds since 1970. */
async function keptUntil(familyHash: Uint8Array<ArrayBuffer>): Promise<number> {
  const where = { familyHash };
  return (await db().endedTokenFamily.findUniqueOrThrow({ where })).expiresAt.getTime();
}

it("the row of a replayed code's family outlives every token that a refresh could still have stored", async () => {
  const code = await mintCode(installation);
  await exchange("offline", installation, code);
  const lastUse = Date.now();
  await exchange("offline", installation, code);
  expect(await keptUntil(storedHash(code))).toBeGreaterThan(lastUse + LONGEST_MS);
});

it("the row of an imported family outlives all its tokens and those of a last refresh", async () => {
  const familyId = newId();
  const expiresAt = new Date(Date.now() + 2 * LONGEST_MS);
  const imported = { familyId, codeHash: null };
  await mintRefreshToken(installation, { ...imported, expiresAt });
  await revoke(installation.client, await mintRefreshToken(installation, imported));
  const familyHash = new Uint8Array(sha256(familyId));
  expect(await keptUntil(familyHash)).toBeGreaterThan(expiresAt.getTime() + LONGEST_MS);
});

it("the row of an imported family outlives no tokens of others, and other grants keep their imports", async () => {
  const familyId = newId();
  const elsewhere = await mintInstallation();
  const imported = { familyId, codeHash: null };
  const far = { codeHash: null, expiresAt: new Date(Date.now() + 9 * LONGEST_MS) };
  await mintRefreshToken(installation, { ...far, familyId: newId() });
  await mintRefreshToken(elsewhere, { ...far, familyId });
  await revoke(installation.client, await mintRefreshToken(installation, imported));
  expect(await keptUntil(new Uint8Array(sha256(familyId)))).toBeLessThan(far.expiresAt.getTime());
  const importsEndedAt = async ({ grantId }: Installation) =>
    (await db().grant.findUniqueOrThrow({ where: { id: grantId } })).importsEndedAt;
  expect(await importsEndedAt(installation)).toBeInstanceOf(Date);
  expect(await importsEndedAt(elsewhere)).toBeNull();
});
