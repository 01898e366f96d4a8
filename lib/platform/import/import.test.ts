import { beforeAll, describe, expect, it } from "vitest";
import { rotateSecret } from "@/lib/clients/secrets/secrets";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { dayOfToken, newToken } from "@/lib/core/crypto/tokens";
import { db, transaction } from "@/lib/core/db/client";
import { parseRecord } from "@/lib/platform/import/record-types";
import { storeRecords } from "@/lib/platform/import/store-record";
import {
  mintClient,
  mintCompany,
  mintHolder,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { storedHash } from "@/test/factories/mint-code";
import { newCompanyId, newExternalId } from "@/test/factories/new-ids";
import { untilBlockedByTransaction } from "@/test/process/until-blocked";
import { callAuthorize, redirectParameters } from "@/test/requests/call-authorize";
import { callRoute } from "@/test/requests/call-route";
import { callToken } from "@/test/requests/call-token";
import { fromShell, importLines, mintImportToken, mintRecords } from "@/test/requests/import-lines";
import { textOf } from "@/test/requests/read-json";

let token: string;
beforeAll(async () => {
  token = await mintImportToken();
});

const statuses = async (lines: readonly (object | string)[], query = "") =>
  (await importLines(token, lines, query)).map(({ status }) => status);

type ClientRecord = Awaited<ReturnType<typeof mintRecords>>["client"];

/** An imported client as it authenticates. */
const importedClient = ({ client_id, secret }: ClientRecord) => ({
  clientId: client_id,
  clientSecret: secret,
  secretId: "",
  systemUserId: "",
});

describe("an import", () => {
  it("stores every type of record; a dry run reports the same, and repeating it changes nothing", async () => {
    const { client, grant, refresh, access } = await mintRecords();
    const [company_id, organization_id] = [newCompanyId(), newId()];
    const person = { external_id: newExternalId(), role: "owner" };
    const texts = { title: "Own", sentence: "Own.", group: "Own", access: "read" };
    const unknown = { company_id: newCompanyId(), organization_id: newId() };
    const lines = [
      { type: "user", external_id: person.external_id, first_name: "Asha" },
      { type: "company", company_id, name: "Acme Retail" },
      { type: "company_member", company_id, ...person, last_name: "Rao" },
      { type: "organization", organization_id, name: "Acme", publisher_verified: true },
      { type: "organization_member", organization_id, ...person },
      { type: "scope", name: `own/${newId()}`, ...texts },
      ...[client, grant, refresh, access],
      { type: "company_member", company_id: unknown.company_id, ...person },
      { type: "organization_member", organization_id: unknown.organization_id, ...person },
      { ...grant, company_id: unknown.company_id },
    ];
    const expected = (status: string) => lines.map((_, at) => (at < 10 ? status : "failed"));
    expect(await statuses(lines, "?dry_run=true")).toEqual(expected("created"));
    const where = { clientId: client.client_id };
    expect(await db().client.count({ where })).toBe(0);
    expect(await db().company.count({ where: { id: company_id } })).toBe(0);
    expect(await statuses(lines)).toEqual(expected("created"));
    expect(await statuses(lines)).toEqual(expected("unchanged"));
    const include = { secrets: true, grants: { include: { events: true } }, systemUser: true };
    expect(await db().client.findUniqueOrThrow({ where, include })).toMatchObject({
      listing: "listed",
      scopes: client.scopes,
      secrets: [{}],
      grants: [{ events: [{}] }],
      systemUser: { id: expect.any(String) },
    });
    const tokenHash = storedHash(refresh.token);
    expect(await db().refreshToken.findUnique({ where: { tokenHash } })).toMatchObject({
      codeHash: null,
      companyId: grant.company_id,
    });
    const stored = { role: "owner", source: "directory" };
    expect(
      await db().user.findUniqueOrThrow({
        where: { externalId: person.external_id },
        include: {
          companyMembers: { where: { companyId: company_id } },
          organizationMembers: true,
        },
      }),
    ).toMatchObject({
      firstName: "Asha",
      lastName: "Rao",
      companyMembers: [stored],
      organizationMembers: [stored],
    });
  });

  it("changes only the fields that a record has", async () => {
    const { client } = await mintRecords();
    await statuses([client]);
    const { type, client_id, organization_id } = client;
    const change = { type, client_id, organization_id, description: "Prints labels." };
    expect(await statuses([change])).toEqual(["updated"]);
    const row = await db().client.findUniqueOrThrow({ where: { clientId: client_id } });
    const { name, scopes } = client;
    expect(row).toMatchObject({ name, scopes, description: "Prints labels." });
  });

  it("is idempotent under 50 identical requests at once", async () => {
    const { client, grant, refresh } = await mintRecords();
    // A caller may run four at a time.
    const tokens = await Promise.all(Array.from({ length: 13 }, mintImportToken));
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

  it("stores an access token of another installation under the day that it encodes", async () => {
    const { client, grant, access } = await mintRecords();
    const record = { ...access, token: newToken("offline") };
    expect((await statuses([client, grant, record])).at(-1)).toBe("created");
    expect(await statuses([record])).toEqual(["unchanged"]);
    const day = dayOfToken(record.token);
    const where = { clientId: client.client_id };
    expect(await db().accessToken.findMany({ where })).toMatchObject([{ day }]);
    expect(day).toBeGreaterThan(0);
  });
});

describe("security 77: lines of an import", () => {
  it("that are too long, nested, malformed or out of order fail alone and repeat no secret", async () => {
    const { client, grant } = await mintRecords();
    const secret = `hunter2-${newId()}`;
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
    const expected = [...Array(8).fill("failed"), "created", "created"];
    expect(results).toMatchObject(expected.map((status, index) => ({ line: index + 1, status })));
    expect(JSON.stringify(results)).not.toContain(secret);
  });

  it("with many mistakes have a short error, so that results never outgrow what was sent", async () => {
    const { client } = await mintRecords();
    const scopes = Array.from({ length: 10_000 }, () => 1);
    const translations = { ["x".repeat(50_000)]: {} };
    const scope = { type: "scope", name: "company/x/read", translations };
    for (const { status, error } of await importLines(token, [{ ...client, scopes }, scope])) {
      expect(status).toBe("failed");
      expect(error?.length).toBeLessThan(1_000);
    }
  });
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

describe("security 78: what already belongs to another owner", () => {
  it("makes a line fail and stays unchanged: client_id, secret and tokens", async () => {
    const mine = await mintRecords();
    const theirs = await mintRecords();
    await statuses([mine.client, mine.grant, mine.refresh, mine.access]);
    await statuses([theirs.client, theirs.grant]);
    const stolen = [
      { ...theirs.client, client_id: mine.client.client_id },
      { ...theirs.client, secret: mine.client.secret },
      { ...theirs.refresh, token: mine.refresh.token },
      { ...theirs.access, token: mine.access.token },
      { ...theirs.access, token: mine.refresh.token },
      { ...mine.refresh, company_id: (await mintCompany()).companyId },
    ];
    const stored = () => db().refreshToken.findMany({ where: { clientId: mine.client.client_id } });
    const before = await stored();
    expect(await statuses(stolen)).toEqual(stolen.map(() => "failed"));
    expect(await stored()).toEqual(before);
    expect(await statuses([mine.client, mine.refresh])).toEqual(["unchanged", "unchanged"]);
  });

  it("is never given to two clients by imports at the same time", async () => {
    const { client } = await mintRecords();
    const parsed = parsedRecord(client);
    const outcome = await transaction(async (tx) => {
      await parsed.type.store(tx, parsed.record, fromShell);
      const other = parsedRecord({ ...client, client_id: `legacy_${newId()}` });
      const late = storeRecords(fromShell)([other]);
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

it("security 63: an import adds no scopes to a client whose secret was seen by someone without them", async () => {
  const { organizationId: organization_id } = await mintOrganization();
  const { userId } = await mintMember(organization_id, "developer");
  const { clientId: client_id, secretId } = await mintClient(organization_id);
  await mintHolder(secretId, `user:${userId}`);
  const scopes = ["organization/members/write"];
  const record = { type: "client", client_id, organization_id, scopes };
  const [result] = await importLines(token, [record]);
  expect(result).toMatchObject({ status: "failed", error: expect.stringContaining("secret") });
  const { scopes: stored } = await db().client.findUniqueOrThrow({
    where: { clientId: client_id },
  });
  expect(stored).not.toContain(scopes[0]);
});

it("an import that takes a permission from a client revokes the secrets that it has seen with it", async () => {
  const { organizationId: organization_id } = await mintOrganization();
  const managing = { scopes: ["organization/members/write"] };
  const { secretId } = await mintClient(organization_id, managing);
  const { clientId: client_id } = await mintClient(organization_id, managing);
  await mintHolder(secretId, `client:${client_id}`);
  const record = { type: "client", client_id, organization_id, scopes: ["company/products/read"] };
  expect(await statuses([record])).toEqual(["updated"]);
  const secret = await db().clientSecret.findUniqueOrThrow({ where: { id: secretId } });
  expect(secret.revokedAt).not.toBeNull();
});

describe("an imported extension", () => {
  it.each(["secret", "secret_sha256"])(
    "with its %s keeps refreshing, and sellers need not consent again",
    async (form) => {
      const { client: record, grant, refresh, seller } = await mintRecords();
      const { secret, ...fields } = record;
      const sent = form === "secret" ? secret : sha256(secret).toString("hex");
      expect(await statuses([{ ...fields, [form]: sent }, grant, refresh])).not.toContain("failed");
      const installed = { client: importedClient(record), companyId: grant.company_id, seller };
      const json = { grant_type: "refresh_token", refresh_token: refresh.token };
      for (const code of [{}, { code: "the code it once came from" }]) {
        const { body } = await callToken("offline", installed, { json: { ...json, ...code } });
        expect(body).toMatchObject({ refresh_token: refresh.token });
      }
      const launched = redirectParameters(await callAuthorize(installed));
      expect(launched).toMatchObject({ code: expect.stringMatching(/^lkc_/) });
    },
  );

  it("with an id of the platform rotates and sees secrets like any other", async () => {
    const { client, grant } = await mintRecords();
    const { client_id, organization_id } = client;
    const scopes = ["organization/clients/secrets", "organization/clients/write"];
    await importLines(token, [{ ...client, scopes, grants: ["client_credentials"] }]);
    const issued = await callToken(
      "online",
      { client: importedClient(client), companyId: grant.company_id },
      { json: { grant_type: "client_credentials" }, subject: `organization/${organization_id}` },
    );
    const params = { organization_id, client_id };
    const as = textOf(issued.body.access_token);
    expect((await callRoute(rotateSecret, { params, body: {}, as })).status).toBe(201);
  });
});
