import { createHash, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { signingKey } from "@/lib/consent/receipts/receipt-keys";
import { db } from "@/lib/core/db/client";
import { pool } from "@/lib/core/db/pool";
import { env } from "@/lib/core/env/env";
import { type Drill, drillBackup } from "@/lib/server/backup/drill-backup";
import { fileOf, type Manifest, readManifest } from "@/lib/server/backup/manifest";
import { restoreBackup } from "@/lib/server/backup/restore-backup";
import { writeBackup } from "@/lib/server/backup/write-backup";
import { mintClient } from "@/test/factories/mint";
import { auditIds, mintAuditRows, tamperWithAudit } from "@/test/factories/mint-audit";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { createDatabase, takeOwnDatabase } from "@/test/process/own-database";
import { ownerDatabaseUrl } from "@/test/process/owner-database";
import { switchDatabase } from "@/test/process/switch-database";
import { configureTestEnv } from "@/test/process/test-env";

takeOwnDatabase();

let parent: string;
let folder: string;
let manifest: Manifest;
let installation: Installation;
let token: string;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "latchkey-backup-"));
  installation = await mintInstallation();
  token = await mintAccessToken(installation, "offline");
  await signingKey();
  const { organizationId, seller } = installation;
  await mintAuditRows(organizationId, seller.userId, [{}, {}]);
  folder = join(parent, "first");
  manifest = await writeBackup(folder, env().encryptionKeys);
});

afterAll(() => rm(parent, { recursive: true }));

/** Drills a backup in a database of its own. */
async function drill(options: Partial<Drill> = {}) {
  const { encryptionKeys: ring, sessionSecrets } = env();
  const source = pool().options.connectionString ?? "";
  const lines: string[] = [];
  const databaseUrl = options.databaseUrl ?? (await createDatabase());
  const drilled = { folder, keys: { ring, sessionSecrets }, token, ...options, databaseUrl };
  try {
    const isGood = await drillBackup(drilled, (isPassed, name, sentence) => {
      lines.push(`${isPassed ? "ok" : "FAIL"} ${name}: ${sentence}`);
    });
    return { isGood, lines, failures: lines.filter((line) => line.startsWith("FAIL")) };
  } finally {
    await switchDatabase(source);
    configureTestEnv();
  }
}

/** A copy of the backup in which a table has other rows, with a manifest that fits and has other values. */
async function changeTable(
  table: string,
  rows: readonly string[],
  values: Partial<Manifest> = {},
): Promise<string> {
  const changed = join(parent, randomBytes(4).toString("hex"));
  await writeBackup(changed, env().encryptionKeys);
  const content = gzipSync(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  await writeFile(fileOf(changed, table), content);
  const file = join(changed, "manifest.json");
  const stored: Manifest = JSON.parse(await readFile(file, "utf8"));
  const sha256 = createHash("sha256").update(content).digest("hex");
  const tables = stored.tables.map((each) =>
    each.name === table ? { ...each, rows: rows.length, bytes: content.length, sha256 } : each,
  );
  await writeFile(file, JSON.stringify({ ...stored, tables, ...values }));
  return changed;
}

async function contentOf(url: string): Promise<Record<string, string>> {
  const client = new Client(url);
  await client.connect();
  const content: Record<string, string> = {};
  for (const { name } of manifest.tables) {
    const { rows } = await client.query(
      `SELECT md5(string_agg(t::text, E'\\n' ORDER BY t::text)) AS digest FROM ${name} t`,
    );
    content[name] = rows[0].digest;
  }
  await client.end();
  return content;
}

it("a restored database has the same rows in every table, and goes on counting", async () => {
  const url = await createDatabase();
  const before = await contentOf(ownerDatabaseUrl());
  await restoreBackup(folder, manifest, url);
  expect(await contentOf(url)).toEqual(before);
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query(
    "SELECT nextval('audit_rows_id_seq') > (SELECT coalesce(max(id), 0) FROM audit_rows) AS counts",
  );
  expect(rows).toEqual([{ counts: true }]);
  const broken = client.query("UPDATE audit_rows SET action = 'forged'");
  await expect(broken).rejects.toThrow("append-only");
  const orphan = client.query("UPDATE grants SET client_id = 'no such client'");
  await expect(orphan).rejects.toThrow("foreign key");
  await client.end();
});

it.each<[string, Partial<Manifest>, () => Promise<string>, string]>([
  ["a database that has tables", {}, async () => ownerDatabaseUrl(), "so nothing was restored"],
  [
    "a backup of a newer version",
    { version: "9.0.0", migrations: ["20990101000000_later"] },
    createDatabase,
    "Latchkey 9.0.0 wrote this backup",
  ],
])("a restore rejects %s", async (_, values, address, message) => {
  const restoring = restoreBackup(folder, { ...manifest, ...values }, await address());
  await expect(restoring).rejects.toThrow(message);
});

it("security 122: rejects a backup whose date is no date, which a restore tells people to paste", async () => {
  const changed = join(parent, "other-date");
  await mkdir(changed);
  // Date ignores what is in parentheses.
  const dated = { ...manifest, created_at: "2026-01-01 ($(touch created))" };
  await writeFile(join(changed, "manifest.json"), JSON.stringify(dated));
  expect(() => readManifest(changed)).toThrow("is damaged");
});

it("a backup does not replace what is in its folder", async () => {
  await expect(writeBackup(folder, env().encryptionKeys)).rejects.toThrow("is not empty");
});

it("a drill passes for a good backup, with a token of before", async () => {
  const { isGood, lines } = await drill();
  const steps = ["Files", "Keys", "Restore", "Audit logs", "Secrets", "Receipts"];
  expect(lines).toEqual([
    ...steps.map((step) => expect.stringContaining(`ok ${step}: `)),
    `ok Tokens: The token of client ${installation.client.clientId} works.`,
  ]);
  expect(isGood).toBe(true);
});

it("a drill passes for a backup of an installation that has grants and never issued a receipt", async () => {
  const copy = await changeTable("receipt_keys", [], { receipt_keys: [] });
  const { isGood, failures } = await drill({ folder: copy });
  expect(failures).toEqual([]);
  expect(isGood).toBe(true);
});

const [OWN_KEY] = env().encryptionKeys;
const { sessionSecrets } = env();

it.each<[string, () => Promise<Partial<Drill>>, RegExp]>([
  [
    "a truncated file",
    async () => {
      const copy = join(parent, "truncated");
      await writeBackup(copy, env().encryptionKeys);
      await truncate(fileOf(copy, "clients"), 20);
      return { folder: copy };
    },
    /clients\.gz is incomplete: it has 20 of \d+ bytes/,
  ],
  [
    "another key of the same name",
    async () => ({ keys: { ring: [{ ...OWN_KEY, key: randomBytes(32) }], sessionSecrets } }),
    new RegExp(`contains another key "${OWN_KEY.id}" than the one`),
  ],
  [
    "a missing key",
    async () => ({ keys: { ring: [{ ...OWN_KEY, id: "other" }], sessionSecrets } }),
    new RegExp(`is missing the key "${OWN_KEY.id}"`),
  ],
])("a drill fails for %s and names it", async (_, options, failure) => {
  const { isGood, failures } = await drill(await options());
  expect(isGood).toBe(false);
  expect(failures).toEqual([expect.stringMatching(failure)]);
});

it("a drill names a changed audit row, an unreadable secret, a lost receipt key, a lost token", async () => {
  const { organizationId, client } = installation;
  const [id] = await auditIds(organizationId);
  await tamperWithAudit("UPDATE audit_rows SET action = 'client.read' WHERE id = $1", id);
  const { keyId } = await signingKey();
  // One secret that decrypts shows that the key is the right one.
  await mintClient(organizationId);
  await db().clientSecret.update({
    where: { id: client.secretId },
    data: { encrypted: new Uint8Array(60) },
  });
  const copy = await changeTable("receipt_keys", []);
  const later = await mintAccessToken(installation, "offline");
  const { isGood, failures } = await drill({ folder: copy, token: later });
  expect(isGood).toBe(false);
  expect(failures).toEqual([
    expect.stringContaining(`Organization ${organizationId}: row ${id} (client.read by`),
    expect.stringContaining(`does not decrypt a row of client secrets (${client.secretId})`),
    expect.stringContaining(`The key ${keyId} that signed receipts is missing`),
    expect.stringContaining("The token is not in the backup"),
  ]);
});
