import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { readSessionId } from "@/lib/identity/sessions/session-cookie";
import { noteDatabaseAge } from "@/lib/server/backup/database-age";
import { revokeOpenCredentials } from "@/lib/server/backup/revoke-open-credentials";
import { mintCode } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { createFolder } from "@/test/process/create-folder";
import { takeOwnDatabase } from "@/test/process/own-database";
import { introspect } from "@/test/requests/call-administration";

takeOwnDatabase();

const NOTHING_ELSE = { tokens: false, sessions: false };
const AN_HOUR_MS = 3_600_000;
const inAnHour = () => new Date(Date.now() + AN_HOUR_MS);
const anHourAgo = () => new Date(Date.now() - AN_HOUR_MS);

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

const isActive = async (token: string) =>
  (await introspect(installation.client, token)).body.active;

it("what works only once ends after a restore, and tokens go on", async () => {
  await mintCode(installation);
  const refreshToken = await mintRefreshToken(installation);
  const { userId } = installation.seller;
  await db().passwordResetLink.create({
    data: { tokenHash: new Uint8Array(32), userId, expiresAt: inAnHour() },
  });
  const ended = await revokeOpenCredentials(inAnHour(), NOTHING_ELSE);
  expect(ended).toEqual({ codes: 1, requests: 0, links: 1 });
  const where = { clientId: installation.client.clientId };
  expect(await db().authorizationCode.findFirst({ where })).toMatchObject({
    revokedAt: expect.any(Date),
  });
  expect(await isActive(refreshToken)).toBe(true);
  const row = await db().auditRow.findFirst({ where: { action: "backup.restored" } });
  expect(row).toMatchObject({ actor: "operator:shell", after: { codes: 1, links: 1 } });
});

it.each([
  ["ends by choice if it was created before", true],
  ["stays if it was created after", false],
])("access to a restored database %s the restored point in time", async (_, isBefore) => {
  await mintCode(installation);
  const accessToken = await mintAccessToken(installation, "offline");
  const refreshToken = await mintRefreshToken(installation);
  const everything = { tokens: true, sessions: true };
  const ended = await revokeOpenCredentials(isBefore ? inAnHour() : anHourAgo(), everything);
  expect(Object.values(ended).some((count) => count > 0)).toBe(isBefore);
  expect(await isActive(accessToken)).toBe(!isBefore);
  expect(await isActive(refreshToken)).toBe(!isBefore);
  const { clientId } = installation.client;
  const { revokedAt } = await db().authorizationCode.findFirstOrThrow({ where: { clientId } });
  expect(revokedAt !== null).toBe(isBefore);
  const id = readSessionId(installation.seller.cookie) ?? "";
  const { endedAt } = await db().userSession.findUniqueOrThrow({ where: { id } });
  expect(endedAt !== null).toBe(isBefore);
});

it("security 121: a start on a database that was restored says so until it was handled", async () => {
  const folder = await createFolder();
  await db().writeCheck.deleteMany({ where: { id: "restored" } });
  expect(await noteDatabaseAge(folder)).toBeNull();
  const { machine, at } = JSON.parse(await readFile(join(folder, "database-age.json"), "utf8"));
  const before = new Date(Date.parse(at) - AN_HOUR_MS);
  const where = { id: `machine:${machine}` };
  await db().writeCheck.update({ where, data: { checkedAt: before } });
  const warning = await noteDatabaseAge(folder);
  expect(warning).toContain(`The database is older than at ${at}`);
  expect(warning).toContain("latchkey -- restored --since 20");
  expect(await noteDatabaseAge(folder)).toBe(warning);
  await revokeOpenCredentials(before, NOTHING_ELSE);
  expect(await noteDatabaseAge(folder)).toBeNull();
});

it("a machine that never saw the database does not hide from another that it is older", async () => {
  const [first, second] = [await createFolder(), await createFolder()];
  await noteDatabaseAge(first);
  await db().writeCheck.deleteMany({ where: { id: { not: "readyz" } } });
  expect(await noteDatabaseAge(second)).toBeNull();
  expect(await noteDatabaseAge(first)).toContain("a backup was restored");
});

it("a damaged record of the database's age is replaced", async () => {
  const folder = await createFolder();
  await writeFile(join(folder, "database-age.json"), "{}");
  expect(await noteDatabaseAge(folder)).toBeNull();
});
