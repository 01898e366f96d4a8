import { beforeAll, describe, expect, it } from "vitest";
import { exportAudit, listAudit } from "@/lib/audit/read-audit";
import { walkOrganizationChain, walkPlatformChain } from "@/lib/audit/walk-chain";
import { publicReceiptKeys } from "@/lib/consent/receipts/receipt-keys";
import { verifySignedReceipt } from "@/lib/consent/receipts/verify-signed-receipt";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { perform } from "@/lib/operation/perform";
import { companyMembers } from "@/lib/platform/members/members";
import { eraseDirectoryUser, users } from "@/lib/platform/users/users";
import { openExtension } from "@/lib/tenants/companies/extensions";
import { downloadReceipt } from "@/lib/tenants/download-receipt";
import { eraseUser } from "@/lib/tenants/erasure/erase-user";
import { browserHeaders, type MintedUser, mintMember, mintUser } from "@/test/factories/mint";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintServiceToken } from "@/test/factories/mint-platform";
import { sellerOf } from "@/test/factories/page-callers";
import { takeOwnDatabase } from "@/test/process/own-database";
import { callProducts } from "@/test/requests/call-products";
import { callRoute } from "@/test/requests/call-route";
import { exchange } from "@/test/requests/call-token";
import { actor, EMAIL, info, invite, leaveTraces, TEXTS } from "@/test/requests/erasure-scene";
import { fieldAt } from "@/test/requests/read-json";

// The tests search every row of every table.
takeOwnDatabase();

// A new one needs a line in lib/tenants/erasure/repository.ts and a trace in test/requests/erasure-scene.ts. Rows that end
// with a session, and addresses in audit rows, which a trigger sets apart, need neither.
const COLUMNS = [
  "audit_rows.ip_address",
  "brand.support_email",
  "client_secrets.last_used_from",
  "clients.support_email",
  "company_invitations.email",
  "invitations.email",
  "provider_sessions.id_token",
  "user_sessions.ip_address",
  "user_sessions.user_agent",
  "users.email",
  "users.email_verified_at",
  "users.external_id",
  "users.first_name",
  "users.last_name",
];

let installation: Installation;
let owner: MintedUser;
let person: MintedUser;
let invitedKey: string;
let traces: Awaited<ReturnType<typeof leaveTraces>>;
let receipt: unknown;
let searched: string[][];

async function download(as: MintedUser): Promise<unknown> {
  const { companyId, client } = installation;
  const path = `/company/${companyId}/extensions/${client.clientId}/receipt`;
  const headers = browserHeaders(as);
  const response = await downloadReceipt(new Request(env().baseUrl + path, { headers }));
  return response.json();
}

beforeAll(async () => {
  installation = await mintInstallation({ supportEmail: EMAIL });
  owner = await mintMember(installation.organizationId, "owner");
  person = await mintMember(installation.organizationId, "admin");
  invitedKey = newId();
  // Invited before the account had this address.
  await invite(installation.organizationId, owner, EMAIL, invitedKey);
  traces = await leaveTraces(installation, person, owner);
  receipt = await download(installation.seller);
  searched = await Promise.all(TEXTS.map(searchDatabase));
  await eraseUser(person.userId, actor, info);
});

describe("security 81: an erased person", () => {
  it("is in no column of any table", async () => {
    expect(searched.map((tables) => tables.length > 0)).toEqual(TEXTS.map(() => true));
    expect([...new Set(searched.flat())].toSorted()).toEqual([
      "audit_personal_values",
      "authorization_events",
      "authorization_requests",
      "brand",
      "client_secrets",
      "clients",
      "company_invitations",
      "invitations",
      "user_sessions",
      "users",
    ]);
    const after = await Promise.all(TEXTS.map(async (text) => [text, await searchDatabase(text)]));
    expect(after).toEqual(TEXTS.map((text) => [text, []]));
  });

  it("is in no stored response that a retry would repeat", async () => {
    const again = await invite(installation.organizationId, owner, EMAIL, invitedKey);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.body.email).toBe("erased");
  });

  it("is in neither the list nor an export of the audit log", async () => {
    const at = { params: { organization_id: installation.organizationId }, as: owner };
    const listed = await callRoute(listAudit, at);
    const exported = await callRoute(exportAudit, { ...at, query: { format: "json" } });
    for (const { status, body } of [listed, exported]) {
      expect(status).toBe(200);
      const text = JSON.stringify(body);
      for (const trace of TEXTS) expect(text).not.toContain(trace);
      expect(text).toContain('"email":"erased"');
      expect(text).toContain('"ip_address":"erased"');
    }
    const [newest] = await db().auditRow.findMany({
      where: { organizationId: installation.organizationId, action: "account.erased" },
    });
    expect(newest).toMatchObject({ actor, target: `user:${person.userId}` });
  });

  it("is in neither the page of an extension nor its receipt, which names them by id", async () => {
    const { companyId, client, seller } = installation;
    const page = await perform(openExtension, {
      caller: sellerOf(companyId),
      params: { client_id: client.clientId },
    });
    expect(page).toMatchObject({ approvedBy: null, history: [{ by: null }] });
    const later = await download(seller);
    expect(fieldAt(later, "receipt.entries.0.user_id")).toBe(person.userId);
    for (const trace of TEXTS) expect(JSON.stringify([page, later])).not.toContain(trace);
  });

  it("leaves logs that verify, with the number of erased values", async () => {
    const organization = await walkOrganizationChain(installation.organizationId);
    expect(organization).toMatchObject({ intact: true, broken: null });
    expect(organization.erased).toBe(5);
    expect(await walkPlatformChain()).toMatchObject({ intact: true, entries: 2, erased: 4 });
  });

  it("leaves receipts that verify, from before and after", async () => {
    const keys = { keys: await publicReceiptKeys() };
    expect(await verifySignedReceipt(receipt, keys)).toMatchObject({ genuine: true, entries: 1 });
    const later = await download(installation.seller);
    expect(await verifySignedReceipt(later, keys)).toMatchObject({ genuine: true, entries: 1 });
  });

  it("has no access, and their external id and address are free for others", async () => {
    const { userId } = person;
    const of = { where: { userId } };
    const counts = await Promise.all([
      db().userSession.count(of),
      db().secondFactor.count(of),
      db().recoveryCode.count(of),
      db().passwordResetLink.count(of),
      db().authorizationRequest.count(of),
      db().consentQuestion.count({ where: { askedBy: userId } }),
      db().organizationMember.count(of),
      db().companyMember.count(of),
    ]);
    expect(counts).toEqual(counts.map(() => 0));
    expect((await callProducts(traces.onlineToken)).body.error).toBe("invalid_token");
    expect((await exchange("online", installation, traces.code)).body.error).toBe("invalid_grant");
    const data = { email: EMAIL, externalId: "shop-user-4711x" };
    await db().user.update({ where: { id: (await mintUser()).userId }, data });
  });
});

it("security 81: a person known only to the directory leaves nothing behind either", async () => {
  const { companyId } = installation;
  const as = await mintServiceToken(["platform/directory/write"]);
  const texts = ["Balthasar", "Wolkenstein", "b.wolkenstein@shop.example", "shop-user-0815y"];
  const [first_name, last_name, email, external_id = ""] = texts;
  const body = { first_name, last_name, email, role: "staff" };
  const member = { company_id: String(companyId), external_id };
  const put = await callRoute(companyMembers.put, { params: member, body, as });
  expect(put.status).toBe(201);
  const before = await Promise.all(texts.map(searchDatabase));
  expect(before.map((tables) => tables.includes("users"))).toEqual(texts.map(() => true));
  expect(before.flat()).toContain("audit_personal_values");
  const params = { external_id };
  const erasure = await callRoute(eraseDirectoryUser, { params, query: { erase: "true" }, as });
  expect(erasure.status).toBe(200);
  expect(await Promise.all(texts.map(searchDatabase))).toEqual(texts.map(() => []));
  expect((await callRoute(users.get, { params, as })).status).toBe(404);
  expect(await walkPlatformChain()).toMatchObject({ intact: true });
});

it("every column for personal data is one that an erasure knows", async () => {
  const columns = await db().$queryRaw<{ name: string }[]>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = current_schema()
      AND column_name ~ '(email|first_name|last_name|phone|address|user_agent|external_id|used_from|hint|id_token)'
    ORDER BY name`;
  expect(COLUMNS).toEqual(expect.arrayContaining(columns.map(({ name }) => name)));
});

it("a person who does not exist or was already erased is not found", async () => {
  for (const id of [newId(), person.userId])
    await expect(eraseUser(id, actor, info)).rejects.toMatchObject({ code: "not_found" });
});

/**
 * The tables in which any column of any row contains a text, in any case: in clear, within JSON or an array, or as
 * bytes.
 */
async function searchDatabase(text: string): Promise<string[]> {
  const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT quote_ident(relname) AS name FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`;
  const names: string[] = [];
  for (const { name } of tables) {
    const [row] = await db().$queryRawUnsafe<{ hit: boolean }[]>(
      `SELECT EXISTS (SELECT 1 FROM ${name} AS r WHERE position(lower($1) IN lower(r::text)) > 0
         OR position(encode(convert_to($1, 'UTF8'), 'hex') IN r::text) > 0) AS hit`,
      text,
    );
    if (row?.hit) names.push(name);
  }
  return names;
}
