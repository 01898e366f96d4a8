import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseAccount } from "@/lib/core/db/embedded/binaries";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "@/lib/core/db/embedded/start";
import { freezeFamily, isRunning } from "@/test/process/process-family";

let folder: string;
const running: EmbeddedDatabase[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "latchkey-embedded-"));
  // When root runs this, the database's account must be able to pass through.
  await chmod(folder, 0o711);
});

afterAll(async () => {
  for (const database of running) await database.stop();
  await rm(folder, { recursive: true });
});

async function start(dataDir: string): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase({ dataDir, password: "it's", durable: true });
  running.push(database);
  return database;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

async function postmasterOf(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8"), 10);
}

test("committed data survives a killed database and a killed server", async () => {
  const dataDir = join(folder, "crash");
  const first = await start(dataDir);
  await query(first.url, "CREATE TABLE stored AS SELECT 1 AS n");

  const exitMessage = new Promise<string>((done) => first.onUnexpectedExit(done));
  process.kill(await postmasterOf(dataDir), "SIGKILL");
  expect(await exitMessage).toContain("ready to accept connections");
  const second = await start(dataDir);
  expect(second.stoppedOrphan).toBe(false);
  expect(await query(second.url, "SELECT n FROM stored")).toEqual([{ n: 1 }]);

  // Not stopped, so the next start sees it as left by a killed server.
  const third = await start(dataDir);
  expect(third.stoppedOrphan).toBe(true);
  expect(await query(third.url, "SELECT n FROM stored")).toEqual([{ n: 1 }]);
});

test.runIf(process.platform === "linux")(
  "a frozen database is killed in time with all its processes and keeps its data",
  async () => {
    const dataDir = join(folder, "frozen");
    const frozen = await start(dataDir);
    await query(frozen.url, "CREATE TABLE stored AS SELECT 1 AS n");
    const family = freezeFamily(await postmasterOf(dataDir));
    expect(family.length).toBeGreaterThan(3);
    await frozen.stop(1_500);
    expect(family.filter(isRunning)).toEqual([]);
    const again = await start(dataDir);
    expect(await query(again.url, "SELECT n FROM stored")).toEqual([{ n: 1 }]);
  },
);

test("neither role is a superuser, and each needs its own password, in a folder closed to others", async () => {
  const dataDir = join(folder, "roles");
  // An earlier start left it open.
  await mkdir(dataDir);
  await chmod(dataDir, 0o755);
  const { url, applicationUrl } = await start(dataDir);
  const ownRole =
    "SELECT current_user AS role, rolsuper FROM pg_roles WHERE rolname = current_user";
  for (const [of, role] of [
    [url, "latchkey"],
    [applicationUrl, "latchkey_application"],
  ] as const) {
    expect(await query(of, ownRole)).toEqual([{ role, rolsuper: false }]);
  }
  for (const { password } of [{ password: "wrong" }, new URL(applicationUrl)]) {
    const wrong = Object.assign(new URL(url), { password });
    await expect(query(wrong.href, "SELECT 1")).rejects.toThrow("password authentication failed");
  }
  const { mode, gid } = await stat(dataDir);
  const { gid: group } = databaseAccount(join(dataDir, "postgres"));
  expect((mode & 0o777).toString(8)).toBe(group === undefined ? "700" : "710");
  if (group !== undefined) expect(gid).toBe(group);
});

test("a data folder with the pid of another program keeps its data", async () => {
  const dataDir = join(folder, "other-pid");
  const before = await start(dataDir);
  await query(before.url, "CREATE TABLE stored AS SELECT 1 AS n");
  const file = join(dataDir, "postgres/postmaster.pid");
  const lines = await readFile(file, "utf8");
  await before.stop();
  // The pid of a database that was killed may belong to another program.
  await writeFile(file, lines.replace(/^\d+/, String(process.pid)));

  const after = await start(dataDir);
  expect(await query(after.url, "SELECT n FROM stored")).toEqual([{ n: 1 }]);
});

test.each([
  ["another PostgreSQL's", "PG_VERSION", "was written by PostgreSQL 16"],
  ["no cluster", "holiday.jpg", "is not a PostgreSQL data folder"],
])("rejects a folder that is %s without touching it", async (_, file, message) => {
  const dataDir = join(folder, file);
  await mkdir(join(dataDir, "postgres"), { recursive: true });
  await writeFile(join(dataDir, "postgres", file), "16\n");
  await expect(start(dataDir)).rejects.toThrow(message);
  expect(await readFile(join(dataDir, "postgres", file), "utf8")).toBe("16\n");
});
