import { randomBytes } from "node:crypto";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { migrate } from "@/lib/kernel/db/migrate";

const MIGRATIONS = "prisma/migrations";
const COUNTED_BY_FILTER = "20261121000500_client_list_counts";
const ORGANIZATION = "0123456789abcdef01234567";

let admin: Client;
let database: Client;
let url: string;
let before: string;

beforeEach(async () => {
  const name = `existing_${randomBytes(6).toString("hex")}`;
  admin = new Client(inject("ownerDatabaseUrl"));
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  const address = new URL(inject("ownerDatabaseUrl"));
  address.pathname = `/${name}`;
  url = address.href;
  before = await migrationsBefore();
  await migrate(url, before);
  database = new Client(url);
  await database.connect();
  await database.query(EXISTING);
});

afterEach(async () => {
  await database.end();
  await admin.query(`DROP DATABASE ${new URL(url).pathname.slice(1)}`);
  await admin.end();
  await rm(before, { recursive: true });
});

async function migrationsBefore(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-migrations-"));
  const names = (await readdir(MIGRATIONS)).filter((name) => name < COUNTED_BY_FILTER);
  for (const name of names) {
    await cp(join(MIGRATIONS, name), join(folder, name), { recursive: true });
  }
  return folder;
}

// Six clients: the first is deleted, even ones are tagged, and every third was used.
const EXISTING = `
  INSERT INTO companies (id, name) VALUES (1, 'Acme Retail');
  INSERT INTO organizations (id, name, company_id) VALUES ('${ORGANIZATION}', 'Shipfast Labs', 1);
  INSERT INTO clients (client_id, record_id, organization_id, slug, name, tags, redirect_urls, deleted_at)
    SELECT lpad(n::text, 24, '0'), lpad(n::text, 24, 'a'), '${ORGANIZATION}', 'client-' || n, 'Client',
      CASE WHEN n % 2 = 0 THEN '{beta}'::text[] ELSE '{}' END,
      CASE WHEN n = 4 THEN '{http://localhost/cb}'::text[] ELSE '{}' END,
      CASE WHEN n = 0 THEN now() END
    FROM generate_series(0, 5) AS n;
  INSERT INTO client_secrets (id, client_id, name, secret_hash, encrypted, encryption_key_id, last_four, last_used_at)
    SELECT client_id, client_id, 'first', sha256(client_id::bytea), '', 'k', 'abcd',
      CASE WHEN client_id::int % 3 = 0 THEN now() END
    FROM clients;`;

async function rows(sql: string): Promise<unknown[]> {
  return (await database.query(sql)).rows;
}

/** What a server of the previous version requests. */
const total = () => rows("SELECT sum(clients)::int AS total FROM client_counts WHERE is_active");

test("existing clients are marked and counted when the counts are extended", async () => {
  await migrate(url, MIGRATIONS);
  expect(await rows("SELECT slug FROM clients WHERE is_used ORDER BY slug")).toEqual([
    { slug: "client-0" },
    { slug: "client-3" },
  ]);
  expect(
    await rows("SELECT is_used, loopback_redirect, clients FROM client_counts ORDER BY 1, 2"),
  ).toEqual([
    { is_used: false, loopback_redirect: false, clients: 3 },
    { is_used: false, loopback_redirect: true, clients: 1 },
    { is_used: true, loopback_redirect: false, clients: 1 },
  ]);
  expect(
    await rows("SELECT tag, loopback_redirect, clients FROM client_tag_counts ORDER BY 1, 2"),
  ).toEqual([
    { tag: "beta", loopback_redirect: false, clients: 1 },
    { tag: "beta", loopback_redirect: true, clients: 1 },
  ]);
});

test("a server of the previous version keeps storing, using, deleting, and counting", async () => {
  expect(await total()).toEqual([{ total: 5 }]);
  await migrate(url, MIGRATIONS);
  expect(await total()).toEqual([{ total: 5 }]);
  await database.query(`
    INSERT INTO clients (client_id, record_id, organization_id, slug, name, tags)
      VALUES (lpad('6', 24, '0'), lpad('6', 24, 'a'), '${ORGANIZATION}', 'client-6', 'Client', '{beta}');
    UPDATE clients SET deleted_at = now() WHERE slug = 'client-5';
    UPDATE client_secrets SET last_used_at = now() WHERE client_id = lpad('2', 24, '0');`);
  expect(await total()).toEqual([{ total: 5 }]);
  expect(
    await rows(
      "SELECT is_used, sum(clients)::int AS n FROM client_tag_counts GROUP BY 1 ORDER BY 1",
    ),
  ).toEqual([
    { is_used: false, n: 2 },
    { is_used: true, n: 1 },
  ]);
});
