import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { migrate } from "@/lib/core/db/migrate";

let folder: string;
let admin: Client;
let name: string;
let url: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "latchkey-migrations-"));
  name = `migrate_${randomBytes(6).toString("hex")}`;
  admin = new Client(inject("ownerDatabaseUrl"));
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  const address = new URL(inject("ownerDatabaseUrl"));
  address.pathname = `/${name}`;
  url = address.href;
});

afterEach(async () => {
  await admin.query(`DROP DATABASE ${name}`);
  await admin.end();
  await rm(folder, { recursive: true });
});

async function write(migration: string, sql: string): Promise<void> {
  await mkdir(join(folder, migration), { recursive: true });
  await writeFile(join(folder, migration, "migration.sql"), sql);
}

async function rows(sql: string): Promise<unknown[]> {
  const client = new Client(url);
  await client.connect();
  const result = await client.query(sql);
  await client.end();
  return result.rows;
}

test("applies migrations once, in the order of their names", async () => {
  await write("2_second", "INSERT INTO a VALUES (2)");
  await write("1_first", "CREATE TABLE a (n int)");
  expect(await migrate(url, folder)).toEqual(["1_first", "2_second"]);
  expect(await migrate(url, folder)).toEqual([]);
  expect(await rows("SELECT n FROM a")).toEqual([{ n: 2 }]);
});

test("servers that start at the same time wait for each other", async () => {
  await write("1_first", "CREATE TABLE a (n int)");
  const applied = await Promise.all([migrate(url, folder), migrate(url, folder)]);
  expect(applied.flat()).toEqual(["1_first"]);
});

test("runs a script with semicolons in bodies and strings as a whole", async () => {
  await write(
    "1_first",
    "CREATE FUNCTION f() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN 'a;b'; END $$;",
  );
  await migrate(url, folder);
  expect(await rows("SELECT f()")).toEqual([{ f: "a;b" }]);
});

test("a failed migration leaves nothing behind and is retried", async () => {
  await write("1_first", "CREATE TABLE a (n int); SELECT nothing_like_it");
  await expect(migrate(url, folder)).rejects.toThrow("nothing_like_it");
  await write("1_first", "CREATE TABLE a (n int)");
  expect(await migrate(url, folder)).toEqual(["1_first"]);
});

test("rejects an edited migration that was already applied", async () => {
  await write("1_first", "CREATE TABLE a (n int)");
  await migrate(url, folder);
  await write("1_first", "CREATE TABLE b (n int)");
  await expect(migrate(url, folder)).rejects.toThrow("1_first was edited");
});

test("rejects a database that is older than the first migration, and changes nothing", async () => {
  await write("1_before", "CREATE TABLE a (n int)");
  await migrate(url, folder);
  await rm(join(folder, "1_before"), { recursive: true });
  await write("2_baseline", "CREATE TABLE b (n int)");
  await expect(migrate(url, folder)).rejects.toThrow("created before the first release");
  expect(await rows("SELECT to_regclass('b') AS b")).toEqual([{ b: null }]);
});

test("leaves migrations of a newer version alone", async () => {
  await write("1_first", "CREATE TABLE a (n int)");
  await write("2_second", "CREATE TABLE b (n int)");
  await migrate(url, folder);
  await rm(join(folder, "2_second"), { recursive: true });
  expect(await migrate(url, folder)).toEqual([]);
});
