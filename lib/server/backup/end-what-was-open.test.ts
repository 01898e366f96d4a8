import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { db } from "@/lib/core/db/client";
import { readSessionId } from "@/lib/identity/sessions/session-cookie";
import { noteDatabaseAge } from "@/lib/server/backup/database-age";
import { endWhatWasOpen } from "@/lib/server/backup/end-what-was-open";
import { mintCode } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
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
  const ended = await endWhatWasOpen(inAnHour(), NOTHING_ELSE);
  expect(ended).toEqual({ codes: 1, requests: 0, links: 1 });
  const where = { clientId: installation.client.clientId };
  expect(await db().authorizationCode.findFirst({ where })).toMatchObject({
    revokedAt: expect.any(Date),
  });
  expect(await isActive(refreshToken)).toBe(true);
  const row = await db().auditRow.findFirst({ where: { action: "backup.restored" } });
  expect(row).toMatchObject({ actor: "operator:shell", after: { codes: 1, links: 1 } });
});

it("by choice, token families, access tokens, and sessions end as well", async () => {
  const accessToken = await mintAccessToken(installation, "offline");
  const refreshToken = await mintRefreshToken(installation);
  const sessionId = readSessionId(installation.seller.cookie);
  const ended = await endWhatWasOpen(inAnHour(), { tokens: true, sessions: true });
  expect(ended).toMatchObject({ access_tokens: 1, token_families: expect.any(Number) });
  expect(await isActive(accessToken)).toBe(false);
  expect(await isActive(refreshToken)).toBe(false);
  const session = await db().userSession.findUniqueOrThrow({ where: { id: sessionId ?? "" } });
  expect(session.endedAt).not.toBeNull();
});

it("what was created after the restored point in time stays", async () => {
  await mintCode(installation);
  const accessToken = await mintAccessToken(installation, "offline");
  const ended = await endWhatWasOpen(anHourAgo(), { tokens: true, sessions: true });
  expect(ended).toEqual({
    codes: 0,
    requests: 0,
    links: 0,
    access_tokens: 0,
    token_families: 0,
    sessions: 0,
  });
  expect(await isActive(accessToken)).toBe(true);
});

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-age-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

it("security 121: a start on a database that was restored says so until it was handled", async () => {
  const folder = await dataFolder();
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
  await endWhatWasOpen(before, NOTHING_ELSE);
  expect(await noteDatabaseAge(folder)).toBeNull();
});

it("a machine that never saw the database does not hide from another that it is older", async () => {
  const [first, second] = [await dataFolder(), await dataFolder()];
  await noteDatabaseAge(first);
  await db().writeCheck.deleteMany({ where: { id: { not: "readyz" } } });
  expect(await noteDatabaseAge(second)).toBeNull();
  expect(await noteDatabaseAge(first)).toContain("a backup was restored");
});

it("a damaged record of the database's age is replaced", async () => {
  const folder = await dataFolder();
  await writeFile(join(folder, "database-age.json"), "{}");
  expect(await noteDatabaseAge(folder)).toBeNull();
});
