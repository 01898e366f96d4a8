import { createHash, randomBytes, randomInt } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { rotateSecret } from "@/lib/clients/secrets/rotate-secret";
import { sha256 } from "@/lib/core/crypto/hash";
import { dayOfToken, newToken } from "@/lib/core/crypto/tokens";
import { db, transaction } from "@/lib/core/db/client";
import type { ServiceScope } from "@/lib/core/platform-permissions";
import { importEndpoint } from "@/lib/platform/import/import-endpoint";
import { parseRecord } from "@/lib/platform/import/parse-record";
import { storeRecords } from "@/lib/platform/import/store-record";
import {
  browserHeaders,
  mintClient,
  mintCompany,
  mintHolder,
  mintManagementToken,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { mintOperator, mintServiceToken } from "@/test/factories/mint-platform";
import { untilBlockedByTransaction } from "@/test/process/until-blocked";
import { callRoute } from "@/test/requests/call-route";
import { callToken } from "@/test/requests/call-token";
import { fromShell, importLines, importUrl } from "@/test/requests/import-lines";
import { textOf } from "@/test/requests/read-json";

const SCOPES = ["company/orders/read", "company/products/read"];
const LATER = new Date(Date.now() + 86_400_000).toISOString();

let token: string;
beforeAll(async () => {
  token = await mintServiceToken(["platform/clients/write", "platform/directory/write"]);
});

const random = () => randomBytes(16).toString("hex");

/** Records of an extension that the platform already has, installed by a company. */
async function mintRecords() {
  const { organizationId } = await mintOrganization();
  const { companyId } = await mintCompany();
  const key = { client_id: `legacy_${random()}` };
  const secret = `s3cr%t ${random()}`;
  return {
    companyId,
    secret,
    client: {
      type: "client",
      ...key,
      organization_id: organizationId,
      name: "Shipfast",
      secret,
      scopes: SCOPES,
      redirect_urls: ["https://shipfast.example.com/auth"],
      base_url: "https://shipfast.example.com",
    },
    grant: { type: "grant", ...key, company_id: companyId, scopes: SCOPES },
    refresh: {
      type: "refresh_token",
      ...key,
      company_id: companyId,
      token: `old-refresh-${random()}`,
      scopes: SCOPES,
      expires_at: LATER,
    },
    access: {
      type: "access_token",
      ...key,
      company_id: companyId,
      token_sha256: createHash("sha256").update(random()).digest("hex"),
      scopes: SCOPES,
      expires_at: LATER,
    },
  };
}

const statuses = async (lines: readonly (object | string)[], query = "", as = token) =>
  (await importLines(as, lines, query)).map(({ status }) => status);

describe("an import", () => {
  it("stores a client, its grant and its tokens, and repeating it changes nothing", async () => {
    const { client, grant, refresh, access } = await mintRecords();
    const lines = [client, grant, refresh, access];
    expect(await statuses(lines)).toEqual(Array(4).fill("created"));
    expect(await statuses(lines)).toEqual(Array(4).fill("unchanged"));
    const row = await db().client.findUniqueOrThrow({
      where: { clientId: client.client_id },
      include: { secrets: true, grants: { include: { events: true } }, systemUser: true },
    });
    expect(row).toMatchObject({ listing: "listed", scopes: SCOPES });
    expect(row.secrets).toHaveLength(1);
    expect(row.grants[0]?.events).toHaveLength(1);
    expect(row.systemUser).not.toBeNull();
    const stored = await db().refreshToken.findUnique({
      where: { tokenHash: new Uint8Array(sha256(refresh.token)) },
    });
    expect(stored).toMatchObject({ codeHash: null, companyId: grant.company_id });
  });

  it("stores companies and their people as their PUTs do", async () => {
    const company_id = randomInt(1, 2 ** 31);
    const external_id = `person:${random()}`;
    const lines = [
      { type: "user", external_id, first_name: "Asha" },
      { type: "company", company_id, name: "Acme Retail" },
      { type: "company_member", company_id, external_id, role: "owner", last_name: "Rao" },
      { type: "company_member", company_id: 1, external_id, role: "owner" },
    ];
    const created = ["created", "created", "created", "failed"];
    expect(await statuses(lines, "?dry_run=true")).toEqual(created);
    expect(await statuses(lines)).toEqual(created);
    expect(await statuses(lines)).toEqual(["unchanged", "unchanged", "unchanged", "failed"]);
    const member = await db().companyMember.findFirstOrThrow({
      where: { companyId: company_id },
      include: { user: true },
    });
    expect(member).toMatchObject({ role: "owner", source: "directory" });
    expect(member.user).toMatchObject({
      externalId: external_id,
      firstName: "Asha",
      lastName: "Rao",
    });
  });

  it("stores organizations, their people and scopes as their PUTs do", async () => {
    const organization_id = `org_${random()}`;
    const external_id = `person:${random()}`;
    const texts = { title: "Own", sentence: "Own.", group: "Own", access: "read" };
    const member = { type: "organization_member", external_id, role: "owner" };
    const lines = [
      { type: "organization", organization_id, name: "Acme", publisher_verified: true },
      { ...member, organization_id },
      { ...member, organization_id: `none_${random()}` },
      { type: "scope", name: `own/${random()}`, ...texts },
    ];
    const as = await mintServiceToken(["platform/directory/write", "platform/scopes/write"]);
    const stored = ["created", "created", "failed", "created"];
    expect(await statuses(lines, "?dry_run=true", as)).toEqual(stored);
    expect(await statuses(lines, "", as)).toEqual(stored);
    const again = ["unchanged", "unchanged", "failed", "unchanged"];
    expect(await statuses(lines, "", as)).toEqual(again);
    const found = await db().organizationMember.findFirstOrThrow({
      where: { organizationId: organization_id, user: { externalId: external_id } },
    });
    expect(found).toMatchObject({ role: "owner", source: "directory" });
  });

  it("changes only the fields that a record has", async () => {
    const { client } = await mintRecords();
    await statuses([client]);
    const { type, client_id, organization_id } = client;
    const change = { type, client_id, organization_id, description: "Prints labels." };
    expect(await statuses([change])).toEqual(["updated"]);
    const row = await db().client.findUniqueOrThrow({ where: { clientId: client_id } });
    expect(row).toMatchObject({ name: "Shipfast", scopes: SCOPES, description: "Prints labels." });
  });

  it("reports for a dry run what the import would do, and changes nothing", async () => {
    const { client, grant, refresh } = await mintRecords();
    const broken = { ...grant, company_id: 1 };
    expect(await statuses([client, grant, broken, refresh], "?dry_run=true")).toEqual([
      "created",
      "created",
      "failed",
      "created",
    ]);
    expect(await db().client.count({ where: { clientId: client.client_id } })).toBe(0);
  });

  it("does not restore a grant that was removed here, unless it was granted again later", async () => {
    const { client, grant } = await mintRecords();
    await statuses([client, grant]);
    await db().grant.updateMany({
      where: { clientId: client.client_id },
      data: { revokedAt: new Date(), epoch: 2 },
    });
    const earlier = new Date(Date.now() - 60_000).toISOString();
    expect(await statuses([{ ...grant, granted_at: earlier }])).toEqual(["failed"]);
    const later = new Date(Date.now() + 1_000).toISOString();
    expect(await statuses([{ ...grant, granted_at: later }])).toEqual(["updated"]);
  });

  it("leaves one audit entry with the number of lines by status", async () => {
    const { client } = await mintRecords();
    const ownToken = await mintServiceToken(["platform/clients/write"]);
    await importLines(ownToken, [client, client, "{"]);
    const { requestId } = await db().auditRow.findFirstOrThrow({
      where: { organizationId: client.organization_id, action: "client.created" },
    });
    const row = await db().auditRow.findFirst({
      where: { organizationId: null, action: "directory.imported", requestId },
    });
    expect(row?.after).toEqual({ created: 1, updated: 0, unchanged: 1, failed: 1 });
  });

  it("is idempotent under 50 identical requests at once", async () => {
    const { client, grant, refresh } = await mintRecords();
    // A caller may run four at a time.
    const tokens = await Promise.all(
      Array.from({ length: 13 }, () =>
        mintServiceToken(["platform/clients/write", "platform/directory/write"]),
      ),
    );
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        importLines(tokens[index % tokens.length] ?? "", [client, grant, refresh]),
      ),
    );
    const all = results.flat();
    expect(all.filter(({ status }) => status === "created")).toHaveLength(3);
    expect(all.filter(({ status }) => status === "failed")).toEqual([]);
    const { client_id: clientId } = client;
    expect(await db().clientSecret.count({ where: { clientId } })).toBe(1);
    expect(await db().grantEvent.count({ where: { grant: { clientId } } })).toBe(1);
  });
});

describe("security 77: lines of an import", () => {
  it("that are too long, nested, malformed or out of order fail alone and repeat no secret", async () => {
    const { client, grant } = await mintRecords();
    const secret = `hunter2-${random()}`;
    const results = await importLines(token, [
      `{"type":"client","name":"${"x".repeat(70_000)}"}`,
      "[".repeat(30_000),
      `{"type":"client","secret":"${secret}"`,
      grant,
      { type: "refresh_token", client_id: client.client_id, token: secret, [secret]: secret },
      { type: secret },
      { ...client, secret: [["nested", secret]] },
      "\u0000",
      client,
      grant,
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      ...Array(8).fill("failed"),
      "created",
      "created",
    ]);
    expect(results.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(JSON.stringify(results)).not.toContain(secret);
  });

  it("need the scope of their type", async () => {
    const { client } = await mintRecords();
    const directory = await mintServiceToken(["platform/directory/write"]);
    const [result] = await importLines(directory, [client]);
    expect(result).toMatchObject({
      status: "failed",
      error: expect.stringContaining("platform/clients/write"),
    });
  });
});

it("an access token of another installation is stored under the day that it encodes", async () => {
  const { client, grant, access } = await mintRecords();
  const value = newToken("offline");
  const record = { ...access, token_sha256: undefined, token: value };
  expect((await statuses([client, grant, record])).at(-1)).toBe("created");
  expect(await statuses([record])).toEqual(["unchanged"]);
  const where = { clientId: client.client_id };
  expect(await db().accessToken.findMany({ where })).toMatchObject([{ day: dayOfToken(value) }]);
  expect(dayOfToken(value)).toBeGreaterThan(0);
});

describe("security 78: what already belongs to another owner", () => {
  it("makes a line fail and stays unchanged: client_id, secret and tokens", async () => {
    const mine = await mintRecords();
    const theirs = await mintRecords();
    const otherCompany = await mintCompany();
    await statuses([mine.client, mine.grant, mine.refresh, mine.access]);
    await statuses([theirs.client, theirs.grant]);
    const stolen = [
      { ...theirs.client, client_id: mine.client.client_id },
      { ...theirs.client, secret: mine.secret },
      { ...theirs.refresh, token: mine.refresh.token },
      { ...theirs.access, token_sha256: mine.access.token_sha256 },
      { ...theirs.access, token_sha256: undefined, token: mine.refresh.token },
      { ...mine.refresh, company_id: otherCompany.companyId },
    ];
    const before = await db().refreshToken.findMany({
      where: { clientId: mine.client.client_id },
    });
    expect(await statuses(stolen)).toEqual(Array(6).fill("failed"));
    expect(
      await db().refreshToken.findMany({ where: { clientId: mine.client.client_id } }),
    ).toEqual(before);
    expect(await statuses([mine.client, mine.refresh])).toEqual(["unchanged", "unchanged"]);
  });
});

describe("security 78: two imports at the same time", () => {
  it("never give one token to two owners", async () => {
    const { client, grant, refresh, access } = await mintRecords();
    const { companyId: company_id } = await mintCompany();
    const other = { company_id, scopes: SCOPES.slice(0, 1) };
    await importLines(token, [client, grant, { ...grant, ...other }]);
    for (const record of [refresh, access]) {
      const parsed = parsedRecord(record);
      const outcome = await transaction(async (tx) => {
        await parsed.type.store(tx, parsed.record, fromShell);
        const late = storeRecords(fromShell)([parsedRecord({ ...record, ...other })]);
        await untilBlockedByTransaction(tx);
        return { late };
      });
      expect(await outcome.late).toMatchObject([{ error: expect.stringContaining("belongs to") }]);
    }
    const where = { clientId: client.client_id };
    expect(await db().refreshToken.findMany({ where })).toMatchObject([{ scopes: SCOPES }]);
    expect(await db().accessToken.findMany({ where })).toMatchObject([{ scopes: SCOPES }]);
  });

  it("never give one secret to two clients", async () => {
    const { client } = await mintRecords();
    const parsed = parsedRecord(client);
    const outcome = await transaction(async (tx) => {
      await parsed.type.store(tx, parsed.record, fromShell);
      const late = storeRecords(fromShell)([
        parsedRecord({ ...client, client_id: `legacy_${random()}` }),
      ]);
      await untilBlockedByTransaction(tx);
      return { late };
    });
    expect(await outcome.late).toMatchObject([{ error: expect.stringContaining("belongs to") }]);
  });

  function parsedRecord(record: object) {
    const parsed = parseRecord({ line: 1, end: 0, text: JSON.stringify(record) }, null);
    if ("error" in parsed) throw new Error(parsed.error);
    return parsed;
  }
});

describe("security 63: scopes that an import adds to a client", () => {
  it("are denied while someone who has seen its secret lacks their permissions", async () => {
    const { organizationId } = await mintOrganization();
    const { userId } = await mintMember(organizationId, "developer");
    const { clientId, secretId } = await mintClient(organizationId);
    await mintHolder(secretId, `user:${userId}`);
    const record = { type: "client", client_id: clientId, organization_id: organizationId };
    const scopes = ["organization/members/write"];
    const [result] = await importLines(token, [{ ...record, scopes }]);
    expect(result).toMatchObject({ status: "failed", error: expect.stringContaining("secret") });
    const { scopes: stored } = await db().client.findUniqueOrThrow({ where: { clientId } });
    expect(stored).not.toContain(scopes[0]);
  });
});

it("a client with an id of the platform rotates and sees secrets like any other", async () => {
  const { client, companyId } = await mintRecords();
  const scopes = ["organization/clients/secrets", "organization/clients/write"];
  await importLines(token, [{ ...client, scopes, grants: ["client_credentials"] }]);
  const { client_id, organization_id, secret } = client;
  const importedClient = {
    clientId: client_id,
    clientSecret: secret,
    secretId: "",
    systemUserId: "",
  };
  const issuedToken = await callToken(
    "online",
    { client: importedClient, companyId },
    { json: { grant_type: "client_credentials" }, subject: `organization/${organization_id}` },
  );
  const { status } = await callRoute(rotateSecret, {
    params: { organization_id, client_id },
    body: {},
    as: textOf(issuedToken.body.access_token),
  });
  expect(status).toBe(201);
});

it("a secret that is too short or too long fails with the rule for its length", async () => {
  const { client } = await mintRecords();
  const results = await importLines(token, [
    { ...client, secret: "abc" },
    { ...client, secret: [client.secret, "x".repeat(1_001)] },
    { ...client, secret_sha256: "abc" },
  ]);
  expect(results.map(({ error }) => error)).toEqual([
    "secret.0 must have at least 8 characters.",
    "secret.1 must have at most 1000 characters.",
    "secret_sha256.0 must be a SHA-256 hash: 64 hex characters.",
  ]);
});

describe("a line with many mistakes", () => {
  it("has a short error, so that results never outgrow what was sent", async () => {
    const { client } = await mintRecords();
    const many = Array.from({ length: 10_000 }, () => 1);
    const name = "x".repeat(50_000);
    const [scopes, translations] = await importLines(
      await mintServiceToken(["platform/clients/write", "platform/scopes/write"]),
      [
        { ...client, scopes: many },
        { type: "scope", name: "company/x/read", translations: { [name]: {} } },
      ],
    );
    for (const result of [scopes, translations]) {
      expect(result?.status).toBe("failed");
      expect(result?.error?.length).toBeLessThan(1_000);
    }
  });
});

describe("who may import", () => {
  const post = async (headers: Record<string, string>) =>
    (await importEndpoint(new Request(importUrl(), { method: "POST", headers, body: "{}" })))
      .status;

  it("is a service key with a writing scope or an operator, and no one else", async () => {
    const organization = await mintOrganization();
    const { token: managing } = await mintManagementToken(organization.organizationId, [
      "organization/clients/write",
    ]);
    const bearer = (text: string) => ({ authorization: `Bearer ${text}` });
    const readOnly: ServiceScope[] = ["platform/directory/read", "platform/log/read"];
    expect(await post({})).toBe(401);
    expect(await post(bearer(managing))).toBe(401);
    expect(await post(bearer(await mintServiceToken(readOnly)))).toBe(403);
    expect(await post(browserHeaders(await mintOperator("support")))).toBe(403);
    expect(await post(browserHeaders(organization.owner))).toBe(403);
    expect(await post(browserHeaders(await mintOperator()))).toBe(200);
  });

  it("sends it uncompressed; a compressed one gets 415 and takes no place of the caller's four", async () => {
    const headers = browserHeaders(await mintOperator());
    for (let count = 0; count < 5; count += 1) {
      expect(await post({ ...headers, "content-encoding": "gzip" })).toBe(415);
    }
    expect(await post({ ...headers, "content-encoding": "identity" })).toBe(200);
  });
});
