import { beforeAll, describe, expect, it } from "vitest";
import { exportAuditContract, listAuditContract } from "@/lib/audit/contract";
import { recordChange } from "@/lib/audit/record-change";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { walkOrganizationChain } from "@/lib/audit/walk-organization-chain";
import { walkPlatformChain } from "@/lib/audit/walk-platform-chain";
import { openSession } from "@/lib/auth/open-session";
import { downloadReceipt } from "@/lib/companies/download-receipt";
import { openExtension } from "@/lib/companies/open-extension";
import { publicReceiptKeys } from "@/lib/consent/grants/receipt-keys";
import { verifySignedReceipt } from "@/lib/consent/grants/verify-signed-receipt";
import { companyMembers } from "@/lib/directory/companies/members/contract";
import {
  eraseDirectoryUserContract,
  getDirectoryUserContract,
} from "@/lib/directory/users/contract";
import { sha256 } from "@/lib/kernel/crypto/hash";
import { newId } from "@/lib/kernel/crypto/ids";
import { db } from "@/lib/kernel/db/client";
import { env } from "@/lib/kernel/env";
import { CLIENT_ADDRESS_HEADER } from "@/lib/kernel/http/request-info";
import { createInvitationContract } from "@/lib/organizations/invitations/contract";
import { eraseUser } from "@/lib/people/erase-user";
import {
  browserHeaders,
  type MintedUser,
  mintClient,
  mintCompanyMember,
  mintHolder,
  mintMember,
  mintOrganization,
  mintUser,
} from "@/test/factories/mint";
import { mintCode } from "@/test/factories/mint-code";
import { denial, mintEvents } from "@/test/factories/mint-events";
import { mintIdempotentRequest } from "@/test/factories/mint-idempotent-request";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintInvitation } from "@/test/factories/mint-invitation";
import { mintServiceToken } from "@/test/factories/mint-platform";
import { mintSecondFactor } from "@/test/factories/mint-second-factor";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { takeOwnDatabase } from "@/test/process/own-database";
import { searchDatabase } from "@/test/process/search-database";
import { callProducts } from "@/test/requests/call-products";
import { callRoute } from "@/test/requests/call-route";
import { exchange } from "@/test/requests/call-token";
import { fieldAt } from "@/test/requests/read-json";

// The tests search every row of every table.
takeOwnDatabase();

const EMAIL = "zephyrine@quillfeather.example";
const FORMER_EMAIL = "zeph@old.example";
const TEXTS = [
  "Zephyrine",
  "Quillfeather",
  EMAIL,
  FORMER_EMAIL,
  "zephyrine%40quillfeather.example",
  "203.0.113.77",
  "shop-user-4711x",
];

// A new one needs a line in lib/people/erase-repository.ts and a trace in leaveTraces. Rows that end with a session, and
// addresses in audit rows, which a trigger sets apart, need neither.
const COLUMNS = [
  "audit_rows.ip_address",
  "brand.support_email",
  "client_secrets.last_used_from",
  "clients.support_email",
  "company_invitations.email",
  "invitations.email",
  "platform_audit_rows.ip_address",
  "provider_sessions.id_token",
  "user_sessions.ip_address",
  "user_sessions.user_agent",
  "users.email",
  "users.email_verified_at",
  "users.external_id",
  "users.first_name",
  "users.last_name",
];

const info = { ipAddress: "192.0.2.7", requestId: newId() };
const actor = `service_key:${newId()}`;
const soon = () => new Date(Date.now() + 3_600_000);

let installation: Installation;
let owner: MintedUser;
let person: MintedUser;
let invitedKey: string;
let onlineToken: string;
let code: string;
let receipt: unknown;
let searched: string[][];

const invite = (as: MintedUser, email: string, key: string, from = "192.0.2.7") =>
  callRoute(createInvitationContract, {
    params: { organization_id: installation.organizationId },
    as,
    body: { email, role: "developer" },
    headers: { "idempotency-key": key, [CLIENT_ADDRESS_HEADER]: from },
  });

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
  await invite(owner, EMAIL, invitedKey);
  await leaveTraces();
  receipt = await download(installation.seller);
  searched = await Promise.all(TEXTS.map(searchDatabase));
  await eraseUser(person.userId, actor, info);
});

async function leaveTraces(): Promise<void> {
  const { organizationId, companyId, client, grantId } = installation;
  const { clientId } = client;
  const { userId } = person;
  await recordPlatformChange(db(), actor, info, {
    action: "user.updated",
    target: `user:${userId}`,
    before: { email: FORMER_EMAIL },
    after: { email: EMAIL, external_id: "shop-user-4711x", last_name: "Quillfeather" },
  });
  await db().user.update({
    where: { id: userId },
    data: {
      email: EMAIL,
      firstName: "Zephyrine",
      lastName: "Quillfeather",
      externalId: "shop-user-4711x",
    },
  });
  await openSession(db(), userId, "live", {
    ipAddress: "203.0.113.77",
    userAgent: "Zephyrine's browser",
  });
  await invite(person, "someone@else.example", newId(), "203.0.113.77");
  await mintInvitation(organizationId, { email: FORMER_EMAIL });
  const invitation = { id: newId(), email: EMAIL, role: "staff", expiresAt: soon() } as const;
  await db().companyInvitation.create({
    data: { ...invitation, companyId, tokenHash: new Uint8Array(sha256(newId())) },
  });
  await db().passwordResetLink.create({
    data: { userId, tokenHash: new Uint8Array(sha256(newId())), expiresAt: soon() },
  });
  await db().companyMember.create({ data: { companyId, userId, role: "owner" } });
  await mintSecondFactor(userId);
  onlineToken = await mintAccessToken(installation, "online", { userId });
  code = await mintCode(installation, { userId, sessionId: null });
  await mintEvents(clientId, [
    denial("invalid_request", {
      detail: `Sent to https://shop.example/${EMAIL}`,
      difference: "https://shop.example/?who=Zephyrine%20Quillfeather",
      input: {
        parameters: { redirect_uri: "https://shop.example/Zephyrine%40quillfeather.example" },
      },
    }),
  ]);
  await db().pushedRequest.create({
    data: {
      referenceHash: new Uint8Array(sha256(newId())),
      clientId,
      issuer: `/company/${companyId}`,
      parameters: "login_hint=zephyrine%40quillfeather.example",
      expiresAt: soon(),
    },
  });
  const request = { clientId, companyId, redirectUri: "https://shop.example", expiresAt: soon() };
  await db().authorizationRequest.createMany({
    data: [
      { ...request, id: newId(), userId },
      { ...request, id: newId(), userId: owner.userId, state: EMAIL },
    ],
  });
  await db().consentQuestion.create({
    data: { id: newId(), clientId, companyId, scopes: ["company/orders/read"], askedBy: userId },
  });
  await db().clientSecret.updateMany({
    where: { clientId },
    data: { lastUsedFrom: "203.0.113.77" },
  });
  await db().brand.create({ data: { productName: "Bazaar", supportEmail: EMAIL } });
  await db().grant.update({ where: { id: grantId }, data: { approvedBy: userId } });
  await db().grantEvent.create({
    data: {
      grantId,
      change: "granted",
      scopesBefore: [],
      scopesAfter: ["company/orders/read"],
      clientVersion: 1,
      userId,
    },
  });
}

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
      "pushed_requests",
      "user_sessions",
      "users",
    ]);
    const after = await Promise.all(TEXTS.map(searchDatabase));
    expect(Object.fromEntries(TEXTS.map((text, index) => [text, after[index]]))).toEqual(
      Object.fromEntries(TEXTS.map((text) => [text, []])),
    );
  });

  it("is in no stored response that a retry would repeat", async () => {
    const again = await invite(owner, EMAIL, invitedKey);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.body.email).toBe("erased");
  });

  it("is in neither the list nor an export of the audit log", async () => {
    const at = { params: { organization_id: installation.organizationId }, as: owner };
    const listed = await callRoute(listAuditContract, at);
    const exported = await callRoute(exportAuditContract, { ...at, query: { format: "json" } });
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
    const page = await openExtension(companyId, client.clientId);
    expect(page).toMatchObject({ approvedBy: null, history: [{ by: null }] });
    const later = await download(seller);
    expect(fieldAt(later, "receipt.entries.0.user_id")).toBe(person.userId);
    for (const trace of TEXTS) expect(JSON.stringify([page, later])).not.toContain(trace);
  });

  it("leaves logs that verify, with the number of erased values", async () => {
    const organization = await walkOrganizationChain(installation.organizationId);
    expect(organization).toMatchObject({ intact: true, broken: null });
    expect(organization.erased).toBe(2);
    expect(await walkPlatformChain()).toMatchObject({ intact: true, entries: 2, erased: 4 });
  });

  it("leaves receipts that verify, from before and after", async () => {
    const keys = { keys: await publicReceiptKeys() };
    expect(verifySignedReceipt(receipt, keys)).toMatchObject({ genuine: true, entries: 1 });
    const later = await download(installation.seller);
    expect(verifySignedReceipt(later, keys)).toMatchObject({ genuine: true, entries: 1 });
  });

  it("has no access, and their external id and address are free for others", async () => {
    const { userId } = person;
    const of = { where: { userId } };
    expect(await db().userSession.count(of)).toBe(0);
    expect(await db().secondFactor.count(of)).toBe(0);
    expect(await db().recoveryCode.count(of)).toBe(0);
    expect(await db().passwordResetLink.count(of)).toBe(0);
    expect(await db().authorizationRequest.count(of)).toBe(0);
    expect(await db().consentQuestion.count({ where: { askedBy: userId } })).toBe(0);
    expect(await db().organizationMember.count(of)).toBe(0);
    expect(await db().companyMember.count(of)).toBe(0);
    expect((await callProducts(onlineToken)).body.error).toBe("invalid_token");
    expect((await exchange("online", installation, code)).body.error).toBe("invalid_grant");
    const other = await mintUser();
    const data = { email: EMAIL, externalId: "shop-user-4711x" };
    await db().user.update({ where: { id: other.userId }, data });
  });
});

it("security 81: a person whom only the directory knows leaves nothing behind either", async () => {
  const { companyId } = installation;
  const as = await mintServiceToken(["platform/directory/write"]);
  const texts = ["Balthasar", "Wolkenstein", "b.wolkenstein@shop.example", "shop-user-0815y"];
  const [first_name, last_name, email, external_id = ""] = texts;
  const put = await callRoute(companyMembers.put, {
    params: { company_id: String(companyId), external_id },
    body: { first_name, last_name, email, role: "staff" },
    as,
  });
  expect(put.status).toBe(201);
  const before = await Promise.all(texts.map(searchDatabase));
  expect(before.map((tables) => tables.includes("users"))).toEqual(texts.map(() => true));
  expect(before.flat()).toContain("audit_personal_values");
  const params = { external_id };
  const erased = await callRoute(eraseDirectoryUserContract, {
    params,
    query: { erase: "true" },
    as,
  });
  expect(erased.status).toBe(200);
  expect(await Promise.all(texts.map(searchDatabase))).toEqual(texts.map(() => []));
  expect((await callRoute(getDirectoryUserContract, { params, as })).status).toBe(404);
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

it("what others did from their own addresses and under their own names stays", async () => {
  const { organizationId } = installation;
  const member = await mintMember(organizationId, "admin");
  const leaving = await mintMember(organizationId, "admin");
  for (const as of [member, leaving]) await invite(as, `${newId()}@example.com`, newId());
  await eraseUser(leaving.userId, actor, info);
  const of = (userId: string) => db().auditPersonalValue.count({ where: { userId } });
  expect([await of(member.userId), await of(leaving.userId)]).toEqual([1, 0]);
});

it("what a late request records about an erased person is not stored either", async () => {
  const { organizationId } = installation;
  const { userId } = await mintMember(organizationId, "developer");
  await eraseUser(userId, actor, info);
  const late = { action: "client.updated", target: `user:${userId}`, after: { email: EMAIL } };
  const caller = { kind: "user", organizationId, userId, role: "developer" } as const;
  await recordChange(db(), caller, info, late);
  expect(await db().auditPersonalValue.count({ where: { userId } })).toBe(0);
  expect(await walkOrganizationChain(organizationId)).toMatchObject({ intact: true });
});

it("a secret that an erased person has seen is revoked if its client may act on the organization", async () => {
  const { organizationId } = installation;
  const { userId } = await mintMember(organizationId, "admin");
  const managing = await mintClient(organizationId, { scopes: ["organization/members/write"] });
  const selling = await mintClient(organizationId, { scopes: ["company/orders/read"] });
  for (const { secretId } of [managing, selling]) await mintHolder(secretId, `user:${userId}`);
  await eraseUser(userId, actor, info);
  const revoked = ({ secretId }: { secretId: string }) =>
    db().clientSecret.count({ where: { id: secretId, revokedAt: { not: null } } });
  expect([await revoked(managing), await revoked(selling)]).toEqual([1, 0]);
  const target = `secret:${managing.secretId}`;
  const rows = await db().auditRow.findMany({ where: { organizationId, target } });
  expect(rows).toMatchObject([{ action: "secret.revoked", actor, personal: null }]);
});

it("an operator cannot be erased, and nothing about them changes", async () => {
  const { userId } = await mintUser();
  const data = { operatorRole: "support", operatorSource: "local" } as const;
  const before = await db().user.update({ where: { id: userId }, data });
  await expect(eraseUser(userId, actor, info)).rejects.toMatchObject({ code: "conflict" });
  expect(await db().user.findUnique({ where: { id: userId } })).toEqual(before);
});

it("a person who does not exist or was already erased is not found", async () => {
  await expect(eraseUser(newId(), actor, info)).rejects.toMatchObject({ code: "not_found" });
  await expect(eraseUser(person.userId, actor, info)).rejects.toMatchObject({ code: "not_found" });
});

it("an interrupted erasure can be repeated", async () => {
  const { companyId } = installation;
  const { userId } = await mintCompanyMember(companyId, "staff");
  const now = new Date();
  await db().user.update({ where: { id: userId }, data: { deactivatedAt: now } });
  await eraseUser(userId, actor, info);
  const person = await db().user.findUniqueOrThrow({ where: { id: userId } });
  expect(person).toMatchObject({ email: null, deactivatedAt: now });
});

it("ten erasures of the same person at once take effect once", async () => {
  const { userId } = await mintUser();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => eraseUser(userId, actor, info)),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const target = `user:${userId}`;
  expect(await db().platformAuditRow.count({ where: { target, action: "user.erased" } })).toBe(1);
});

it("a stored response whose encryption key is gone does not stop an erasure", async () => {
  const { organizationId } = await mintOrganization();
  await mintIdempotentRequest({ organizationId, actor, key: newId() }, true);
  const { userId } = await mintUser();
  await eraseUser(userId, actor, info);
  expect(await db().user.findUnique({ where: { id: userId } })).toMatchObject({ email: null });
});
