import { randomBytes } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { walkOrganizationChain } from "@/lib/audit/walk-organization-chain";
import { signIn } from "@/lib/auth/sign-in";
import { verifyReceipt } from "@/lib/consent/grants/verify-receipt";
import { writeReceipt } from "@/lib/consent/grants/write-receipt";
import { newId } from "@/lib/kernel/crypto/ids";
import { newToken } from "@/lib/kernel/crypto/tokens";
import { APPLICATION_ROLE } from "@/lib/kernel/db/embedded/roles";
import { grantRights } from "@/lib/kernel/db/grant-rights";
import { migrate } from "@/lib/kernel/db/migrate";
import { closePool, configureDatabase } from "@/lib/kernel/db/pool";
import { withoutDay } from "@/test/factories/change-day";
import { MINTED_PASSWORD } from "@/test/factories/mint";
import { storedHash } from "@/test/factories/mint-code";
import { storedCalls, totalsOf } from "@/test/requests/api-calls";
import { revoke } from "@/test/requests/call-administration";
import { callProducts } from "@/test/requests/call-products";
import { callToken, exchange } from "@/test/requests/call-token";

const MIGRATIONS = "prisma/migrations";
const FIRST_NEW_MIGRATION = "20261122081207_platform";

type Saved = {
  known: Record<"organizationId" | "clientId" | "clientSecret" | "seller", string> &
    Record<"offline" | "online" | "refresh", string> & { companyId: number };
  tables: Record<string, object[]>;
};

const OLD_ID = newId(Date.parse("2026-11-20T10:00:00Z"));
const name = `upgraded_${randomBytes(6).toString("hex")}`;
const admin = new Client(inject("ownerDatabaseUrl"));
let known: Saved["known"];

beforeAll(async () => {
  const saved: Saved = JSON.parse(await readFile("test/fixtures/before-platform.json", "utf8"));
  known = saved.known;
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  const ownerUrl = addressOf(inject("ownerDatabaseUrl"));
  await migrateToOldVersion(ownerUrl);
  await load(ownerUrl, saved.tables);
  await recordOldCalls(ownerUrl);
  await joinOldFamily(ownerUrl);
  await storeOldCode(ownerUrl);
  await migrate(ownerUrl, MIGRATIONS);
  await grantRights(ownerUrl, APPLICATION_ROLE);
  configureDatabase(addressOf(inject("databaseUrl")));
});

afterAll(async () => {
  await closePool();
  // Not forced, because that cannot end an autovacuum, which this waits for.
  await admin.query(`DROP DATABASE ${name}`);
  await admin.end();
});

function addressOf(url: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function migrateToOldVersion(ownerUrl: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-migrations-"));
  const old = (await readdir(MIGRATIONS)).filter((migration) => migration < FIRST_NEW_MIGRATION);
  for (const each of old) await cp(join(MIGRATIONS, each), join(folder, each), { recursive: true });
  await migrate(ownerUrl, folder);
  await rm(folder, { recursive: true });
}

// Without triggers, which would rewrite the histories. The tables are in the order of their foreign keys.
async function load(ownerUrl: string, tables: Saved["tables"]): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  for (const [table, rows] of Object.entries(tables)) {
    const columns = Object.keys(rows[0] ?? {})
      .map((column) => `"${column}"`)
      .join(", ");
    await owner.query(`ALTER TABLE "${table}" DISABLE TRIGGER USER`);
    await owner.query(
      `INSERT INTO "${table}" (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::"${table}", $1)`,
      [JSON.stringify(rows)],
    );
    await owner.query(`ALTER TABLE "${table}" ENABLE TRIGGER USER`);
  }
  for (const table of ["companies", "grant_events", "audit_rows"]) {
    await owner.query(
      `SELECT setval(pg_get_serial_sequence('${table}', 'id'), max(id)) FROM ${table}`,
    );
  }
  await owner.end();
}

// Two calls of one request id at the same time, and one with an id from its second.
async function recordOldCalls(ownerUrl: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(
    `INSERT INTO api_calls (company_id, client_id, caller_kind, system_user_id, scope, method, path, request_id, created_at)
     SELECT $1::int, $2, 'system_user', s.id, 'company/products/read', 'GET', '/old', r.id, '2026-11-20T10:00:00Z'
     FROM system_users s, unnest($3::text[]) AS r(id) WHERE s.client_id = $2`,
    [known.companyId, known.clientId, ["their-own-id", "their-own-id", OLD_ID]],
  );
  await owner.end();
}

// The offline token and the refresh token descend from one code.
async function joinOldFamily(ownerUrl: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(
    `UPDATE access_tokens t SET code_hash = r.code_hash FROM refresh_tokens r
     WHERE t.kind = 'offline' AND t.client_id = $1 AND r.client_id = $1`,
    [known.clientId],
  );
  await owner.end();
}

const OLD_CODE = withoutDay(newToken("code"));

async function storeOldCode(ownerUrl: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(
    `INSERT INTO authorization_codes (code_hash, client_id, company_id, grant_id, grant_epoch, user_id, scopes,
       redirect_uri, expires_at, second_use_expires_at)
     SELECT $1, g.client_id, g.company_id, g.id, g.epoch, m.user_id, g.scopes, 'https://example.com/fp/auth',
       now() + interval '1 hour', now() + interval '1 hour'
     FROM grants g JOIN company_members m ON m.company_id = g.company_id WHERE g.client_id = $2 LIMIT 1`,
    [storedHash(OLD_CODE), known.clientId],
  );
  await owner.end();
}

describe("data from before there were platforms", () => {
  it("keeps passwords, secrets, grants and tokens working", async () => {
    const from = { ipAddress: null, userAgent: null };
    expect(await signIn(known.seller, MINTED_PASSWORD, from)).not.toBeNull();
    expect((await callProducts(known.offline)).status).toBe(200);
    expect((await callProducts(known.online)).status).toBe(200);
    const client = { ...known, secretId: "", systemUserId: "" };
    const { status } = await callToken(
      "offline",
      { client, companyId: known.companyId },
      { json: { grant_type: "refresh_token", refresh_token: known.refresh } },
    );
    expect(status).toBe(200);
  });

  it("keeps codes, which work once", async () => {
    const installation = {
      client: { ...known, secretId: "", systemUserId: "" },
      companyId: known.companyId,
    };
    expect((await exchange("offline", installation, OLD_CODE)).status).toBe(200);
    expect((await exchange("offline", installation, OLD_CODE)).body.error).toBe("invalid_grant");
  });

  it("keeps its API log, under ids that name their second, and counts it", async () => {
    const { clientId } = known;
    const calls = await storedCalls(clientId);
    const old = calls.filter(({ path }) => path === "/old");
    const ids = old.map(({ requestId }) => requestId);
    expect(ids).toHaveLength(3);
    expect(ids).toContain(OLD_ID);
    expect(ids.every((id) => id.startsWith(OLD_ID.slice(0, 8)))).toBe(true);
    const totals = (await totalsOf(clientId)).filter(({ path }) => path === "/old");
    expect(totals).toMatchObject([{ day: "2026-11-20", calls: 3, errors: 0, denied: false }]);
  });

  it("keeps its audit log and receipts verifiable", async () => {
    expect(await walkOrganizationChain(known.organizationId)).toMatchObject({ intact: true });
    const subject = { companyId: known.companyId, organizationId: null };
    const receipt = await writeReceipt(subject, known.clientId);
    expect(receipt?.entries).toHaveLength(1);
    expect(verifyReceipt(receipt?.entries ?? [])).toBeNull();
  });

  it("ends an access token with the refresh token of its family", async () => {
    const client = { ...known, secretId: "", systemUserId: "" };
    expect((await callProducts(known.offline)).status).toBe(200);
    expect((await revoke(client, known.refresh)).status).toBe(200);
    expect((await callProducts(known.offline)).status).toBe(401);
  });
});
