import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { importEndpoint } from "@/lib/platform/import/import-endpoint";
import { users } from "@/lib/platform/users/users";
import { mintCompany, mintOrganization } from "@/test/factories/mint";
import { newCompanyId, newExternalId } from "@/test/factories/new-ids";
import { recordStatements } from "@/test/process/record-statements";
import { callRoute } from "@/test/requests/call-route";
import { importLines, importUrl, mintImportToken, mintRecords } from "@/test/requests/import-lines";

const SCOPES = ["company/orders/read", "company/products/read"];
const EVERY = 19;

let token: string;
beforeAll(async () => {
  token = await mintImportToken();
});

/** A request whose body has these lines and then never ends. */
function stalledRequest(lines: readonly object[], query = "", as = token): Request {
  const body = new ReadableStream({
    start(controller) {
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
      controller.enqueue(new TextEncoder().encode(text));
    },
  });
  const headers = { authorization: `Bearer ${as}` };
  const init = { method: "POST", headers, body, duplex: "half" };
  return new Request(`${importUrl()}${query}`, init);
}

const statusesOf = async (lines: readonly object[]) =>
  (await importLines(token, lines)).map(({ status }) => status);

const linesOf = async (response: Response) =>
  (await response.text())
    .trim()
    .split("\n")
    .map((text) => JSON.parse(text));

describe("lines that are ordered by company", () => {
  it("have their results in order, and cascades of a mistake name its line", async () => {
    const { organizationId } = await mintOrganization();
    const { lines, mistakes } = interleavedLines(organizationId, 100);
    const results = await importLines(token, lines);
    expect(results.map(({ line }) => line)).toEqual(lines.map((_, index) => index + 1));
    const failed = results.filter(({ status }) => status === "failed");
    const ownFailures = failed.filter(({ caused_by_line }) => caused_by_line === undefined);
    expect(ownFailures.map(({ line }) => line)).toEqual(mistakes);
    // A company takes three lines with it, an owner the two after it, and a grant its token.
    const cascades = [...[0, 1, 2, 3], ...[0, 1, 2], ...[0, 1], 0, ...[0, 1, 2, 3], ...[0, 1, 2]];
    expect(failed.map(({ line, caused_by_line = line }) => line - caused_by_line)).toEqual(
      cascades.slice(0, failed.length),
    );
    expect(results.filter(({ status }) => status === "created")).toHaveLength(
      lines.length - failed.length,
    );
  });

  it("are stored by one statement for each type", async () => {
    const { organizationId } = await mintOrganization();
    const { lines } = interleavedLines(organizationId, 100);
    const statements = await recordStatements(async () => {
      await importLines(token, lines);
    });
    const inserts = statements.filter((text) =>
      /INSERT INTO (companies|refresh_tokens)\b/.test(text),
    );
    expect(inserts).toHaveLength(2);
  });

  it("name the type and ids of those that fail, and nothing else of their values", async () => {
    const [company_id, external_id] = [newCompanyId(), newExternalId()];
    const secret = newId();
    const results = await importLines(token, [
      { type: "company_member", company_id, external_id, role: "owner" },
      { type: "company_member", company_id, external_id: "a b", role: secret },
      { type: "grant", client_id: "none_none", company_id, scopes: SCOPES },
      { type: secret, company_id },
    ]);
    expect(results).toMatchObject([
      { line: 1, type: "company_member", company_id, external_id },
      { line: 2, type: "company_member", company_id },
      { line: 3, type: "grant", client_id: "none_none", company_id },
      { line: 4, error: expect.stringContaining("type must be one of") },
    ]);
    expect(results[1]).not.toHaveProperty("external_id");
    expect(results[3]).not.toHaveProperty("company_id");
    expect(JSON.stringify(results)).not.toContain(secret);
  });
});

describe("lines take effect in their order", () => {
  it("if a company is closed after its member was added", async () => {
    const company_id = newCompanyId();
    const member = { type: "company_member", company_id, role: "owner" };
    const lines = [
      { type: "company", company_id, name: "Closing" },
      { ...member, external_id: newExternalId() },
      { type: "company", company_id, status: "closed" },
      { ...member, external_id: newExternalId() },
    ];
    expect(await statusesOf(lines)).toEqual(["created", "created", "updated", "failed"]);
  });

  it("if a client gives a scope up after it was granted", async () => {
    const { client, grant } = await mintRecords();
    const fewer = { ...client, scopes: SCOPES.slice(1) };
    const expected = ["created", "created", "updated", "updated"];
    expect(await statusesOf([client, grant, fewer, client])).toEqual(expected);
    const { scopes } = await db().grant.findFirstOrThrow({ where: { clientId: client.client_id } });
    expect(scopes).toEqual(SCOPES.slice(1));
  });

  it("if records of two types have a person's names", async () => {
    const external_id = newExternalId();
    const { companyId: company_id } = await mintCompany();
    const lines = [
      { type: "user", external_id, first_name: "First" },
      { type: "company_member", company_id, external_id, role: "staff", first_name: "Second" },
      { type: "user", external_id, first_name: "Third" },
    ];
    expect(await statusesOf(lines)).toEqual(["created", "created", "updated"]);
    const user = await db().user.findUniqueOrThrow({ where: { externalId: external_id } });
    expect(user.firstName).toBe("Third");
  });
});

describe("security 115: an import that stalls", () => {
  it("ends, has stored the lines that arrived, and says which line is next", async () => {
    const company_id = newCompanyId();
    const company = { type: "company", company_id, name: "Arrived" };
    const response = await importEndpoint(stalledRequest([company]), { pauseMs: 50 });
    expect(await linesOf(response)).toEqual([
      { line: 1, status: "created" },
      { error: expect.stringContaining("stopped sending"), next_line: 2 },
    ]);
    expect(await db().company.count({ where: { id: company_id } })).toBe(1);
  });

  it("as a dry run frees its people, who can be changed again", async () => {
    const external_id = newExternalId();
    const user = { type: "user", external_id, first_name: "Asha" };
    await importLines(token, [user]);
    const stalled = stalledRequest([{ ...user, first_name: "Other" }], "?dry_run=true");
    const response = await importEndpoint(stalled, { pauseMs: 50 });
    expect((await linesOf(response)).at(-1)).toMatchObject({ next_line: 2 });
    const { status } = await callRoute(users.put, {
      params: { external_id: encodeURIComponent(external_id) },
      body: { first_name: "Mira" },
      as: token,
    });
    expect(status).toBe(200);
  });

  it("leaves no more than four running for a caller", async () => {
    const ownToken = await mintImportToken();
    const running = await Promise.all(
      Array.from({ length: 5 }, () =>
        importEndpoint(stalledRequest([], "", ownToken), { pauseMs: 2_000 }),
      ),
    );
    expect(running.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 503]);
    await Promise.all(running.map((response) => response.text()));
    expect(await importLines(ownToken, [])).toEqual([]);
  });
});

/**
 * Lines of a platform that exports company by company: a client, and for each company its owner, the owner's grant, and
 * a refresh token. Every 19th company has a mistake in one of its lines, in turn.
 * @returns the lines, and the numbers of those with a mistake of their own
 */
function interleavedLines(organization_id: string, companies: number) {
  const client_id = `legacy_${newId()}`;
  const client = { type: "client", client_id, organization_id, name: "Shipfast", scopes: SCOPES };
  const lines: object[] = [{ ...client, secret: newId() }];
  const mistakes: number[] = [];
  const first = newCompanyId();
  for (let index = 0; index < companies; index += 1) {
    const block = blockOf(client_id, first + index);
    if (index % EVERY === 0) {
      const place = (index / EVERY) % block.length;
      Object.assign(block[place] ?? {}, MISTAKES[place]);
      mistakes.push(lines.length + place + 1);
    }
    lines.push(...block);
  }
  return { lines, mistakes };
}

/** By the place of the line in its block. */
const MISTAKES = [
  { name: "" },
  { role: "boss" },
  { scopes: ["company/unknown/read"] },
  { expires_at: "2001-01-01T00:00:00Z" },
];

function blockOf(client_id: string, company_id: number): object[] {
  const external_id = `owner-${company_id}`;
  const token = `refresh-${newId()}`;
  const person = { external_id, email: `${external_id}@example.com`, first_name: "Asha" };
  const expires_at = "2090-01-01T00:00:00Z";
  return [
    { type: "company", company_id, name: `Company ${company_id}` },
    { type: "company_member", company_id, ...person, role: "owner" },
    { type: "grant", client_id, company_id, scopes: SCOPES, granted_by: external_id },
    { type: "refresh_token", client_id, company_id, token, scopes: SCOPES, expires_at },
  ];
}
