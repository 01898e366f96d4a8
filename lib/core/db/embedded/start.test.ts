import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseAccount } from "@/lib/core/db/embedded/account";
import { findBinaries } from "@/lib/core/db/embedded/binaries";
import { runProgram } from "@/lib/core/db/embedded/run-program";
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
  await query(first.url, "CREATE TABLE kept AS SELECT 1 AS n");

  const exitMessage = new Promise<string>((done) => first.onUnexpectedExit(done));
  process.kill(await postmasterOf(dataDir), "SIGKILL");
  expect(await exitMessage).toContain("ready to accept connections");
  const second = await start(dataDir);
  expect(second.stoppedOrphan).toBe(false);
  expect(await query(second.url, "SELECT n FROM kept")).toEqual([{ n: 1 }]);

  // Not stopped, so the next start sees it as left by a killed server.
  const third = await start(dataDir);
  expect(third.stoppedOrphan).toBe(true);
  expect(await query(third.url, "SELECT n FROM kept")).toEqual([{ n: 1 }]);
});

test.runIf(process.platform === "linux")(
  "a frozen database is killed in time with all its processes and keeps its data",
  async () => {
    const dataDir = join(folder, "frozen");
    const frozen = await start(dataDir);
    await query(frozen.url, "CREATE TABLE kept AS SELECT 1 AS n");
    const family = freezeFamily(await postmasterOf(dataDir));
    expect(family.length).toBeGreaterThan(3);
    await frozen.stop(1_500);
    expect(family.filter(isRunning)).toEqual([]);
    const again = await start(dataDir);
    expect(await query(again.url, "SELECT n FROM kept")).toEqual([{ n: 1 }]);
  },
);

test("neither role is a superuser, and the owner needs a password", async () => {
  const { url, applicationUrl } = await start(join(folder, "role"));
  for (const of of [url, applicationUrl]) {
    const rows = await query(of, "SELECT rolsuper FROM pg_roles WHERE rolname = current_user");
    expect(rows).toEqual([{ rolsuper: false }]);
  }
  const wrong = new URL(url);
  wrong.password = "wrong";
  await expect(query(wrong.href, "SELECT 1")).rejects.toThrow("password authentication failed");
});

test("the service's role has its own password, which does not reveal the owner's", async () => {
  const { url, applicationUrl } = await start(join(folder, "application"));
  const rows = await query(applicationUrl, "SELECT current_user AS role");
  expect(rows).toEqual([{ role: "latchkey_application" }]);
  const swapped = new URL(applicationUrl);
  swapped.username = new URL(url).username;
  await expect(query(swapped.href, "SELECT 1")).rejects.toThrow("password authentication failed");
});

test("a data folder with one role gains the second and keeps its data", async () => {
  const dataDir = join(folder, "one-role");
  const before = await start(dataDir);
  await query(before.url, "CREATE TABLE kept AS SELECT 1 AS n");
  await before.stop();
  const cluster = join(dataDir, "postgres");
  const account = databaseAccount(cluster);
  const singleUser = ["--single", "-D", cluster, "postgres"];
  runProgram(
    findBinaries(account).postgres,
    singleUser,
    account,
    "DROP ROLE latchkey_application\n",
  );
  await writeFile(join(cluster, "pg_hba.conf"), "host all latchkey 127.0.0.1/32 scram-sha-256\n");

  const after = await start(dataDir);
  const rows = await query(after.applicationUrl, "SELECT current_user AS role");
  expect(rows).toEqual([{ role: "latchkey_application" }]);
  expect(await query(after.url, "SELECT n FROM kept")).toEqual([{ n: 1 }]);
});

test("a pid file whose pid belongs to another program does not prevent a start", async () => {
  const dataDir = join(folder, "reused-pid");
  const first = await start(dataDir);
  const pidFile = join(dataDir, "postgres/postmaster.pid");
  const lines = await readFile(pidFile, "utf8");
  await first.stop();
  await writeFile(pidFile, lines.replace(/^\d+/, String(process.pid)));
  const second = await start(dataDir);
  expect(await query(second.url, "SELECT 1 AS n")).toEqual([{ n: 1 }]);
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

test("closes the data folder to other accounts, even one left open by an earlier start", async () => {
  const dataDir = join(folder, "open");
  await mkdir(dataDir);
  await chmod(dataDir, 0o755);
  const { url } = await start(dataDir);
  const { mode, gid } = await stat(dataDir);
  const { gid: group } = databaseAccount(join(dataDir, "postgres"));
  expect((mode & 0o777).toString(8)).toBe(group === undefined ? "700" : "710");
  if (group !== undefined) expect(gid).toBe(group);
  expect(await query(url, "SELECT 1 AS n")).toEqual([{ n: 1 }]);
});
