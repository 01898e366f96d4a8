import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { importEndpoint } from "@/lib/platform/import/import-endpoint";
import { browserHeaders, mintManagementToken, mintOrganization } from "@/test/factories/mint";
import { mintOperator, mintServiceToken } from "@/test/factories/mint-platform";
import { importLines, importUrl, mintImportToken, mintRecords } from "@/test/requests/import-lines";

const rowsOf = (where: object) => db().auditRow.findMany({ where, orderBy: { id: "asc" } });

describe("security 100: each changed record of an import", () => {
  it("is in the logs of the platform and the organization if it is a client, with its new secrets", async () => {
    const { client } = await mintRecords();
    const { client_id, organization_id: organizationId } = client;
    const redirect_urls = ["https://other.example.com/auth"];
    await importLines(await mintImportToken(), [
      client,
      { ...client, redirect_urls, secret: newId() },
      { ...client, redirect_urls },
      "{",
    ]);
    const rows = await rowsOf({ organizationId });
    const before = { redirect_urls: client.redirect_urls };
    expect(rows).toMatchObject([
      { action: "client.created", after: { name: "Shipfast", listing: "listed" } },
      { action: "secret.created", after: { client_id } },
      { action: "client.updated", before, after: { redirect_urls } },
    ]);
    const [{ actor = "", requestId = "" } = {}] = rows;
    const imported = { action: "directory.imported", target: `import:${requestId}` };
    const after = { created: 1, updated: 1, unchanged: 1, failed: 1 };
    expect(await rowsOf({ organizationId: null, requestId, actor })).toMatchObject([
      ...rows.map(({ action, target }) => ({ action, target })),
      { ...imported, after },
    ]);
  });

  it("is in the platform's log if it is a grant or a token, without the token", async () => {
    const { client, grant, refresh, access } = await mintRecords();
    const { company_id, scopes } = grant;
    const some = scopes.slice(1);
    const fewer = { ...grant, scopes: some };
    await importLines(await mintImportToken(), [client, fewer, grant, refresh, access]);
    const target = `client:${client.client_id}`;
    const [, ...rows] = await rowsOf({ organizationId: null, target });
    const after = { company_id, scopes, expires_at: access.expires_at };
    expect(rows).toMatchObject([
      { action: "grant.created", after: { company_id, scopes: some } },
      { action: "grant.updated", before: { scopes: some }, after: { company_id, scopes } },
      { action: "refresh_token.created", after },
      { action: "access_token.created", after },
    ]);
    const texts = JSON.stringify(rows.map((row) => ({ ...row, id: "" })));
    for (const { token } of [refresh, access]) expect(texts).not.toContain(token);
  });
});

describe("security 99: clients/write alone", () => {
  const scopes = ["organization/clients/read", "organization/clients/secrets"];
  const clientsOnly = () => mintServiceToken(["platform/clients/write"]);
  const failed = {
    status: "failed",
    error: expect.stringContaining("platform/directory/write, too"),
  };

  it("cannot import a scope with a permission", async () => {
    const records = await mintRecords();
    const { client_id, organization_id } = records.client;
    const ofOrganization = { company_id: undefined, organization_id, scopes };
    const lines = [
      { ...records.client, scopes },
      { ...records.grant, ...ofOrganization },
      { ...records.refresh, ...ofOrganization },
      { ...records.access, ...ofOrganization },
    ];
    const results = await importLines(await clientsOnly(), lines);
    expect(results).toMatchObject(lines.map(() => failed));
    expect(await db().client.count({ where: { clientId: client_id } })).toBe(0);
    const imported = await importLines(await mintImportToken(), lines.slice(0, 3));
    expect(imported.map(({ status }) => status)).toEqual(["created", "created", "created"]);
  });

  it("cannot change a client that has such scopes, not even its redirect URLs or secrets", async () => {
    const { client } = await mintRecords();
    const { scopes: _, secret: __, ...record } = client;
    await importLines(await mintImportToken(), [{ ...client, scopes }]);
    const where = { clientId: client.client_id };
    const read = () => db().client.findUniqueOrThrow({ where, include: { secrets: true } });
    const before = await read();
    const results = await importLines(await clientsOnly(), [
      { ...record, secret: newId() },
      { ...record, redirect_urls: ["https://evil.example/auth"] },
      { ...record, scopes: [], secret: newId() },
      record,
    ]);
    const error = expect.stringContaining("platform/directory/write");
    const denied = { status: "failed", error };
    expect(results).toMatchObject([denied, denied, denied, { status: "unchanged" }]);
    expect(await read()).toEqual(before);
  });
});

describe("who may import", () => {
  const post = async (headers: Record<string, string>) =>
    (await importEndpoint(new Request(importUrl(), { method: "POST", headers, body: "{}" })))
      .status;

  it("is a service key with a writing scope or an operator, and no one else", async () => {
    const { organizationId, owner } = await mintOrganization();
    const managing = await mintManagementToken(organizationId, ["organization/clients/write"]);
    const bearer = (text: string) => ({ authorization: `Bearer ${text}` });
    const reading = await mintServiceToken(["platform/directory/read", "platform/log/read"]);
    expect(await post({})).toBe(401);
    expect(await post(bearer(managing.token))).toBe(401);
    expect(await post(bearer(reading))).toBe(403);
    expect(await post(browserHeaders(await mintOperator("support")))).toBe(403);
    expect(await post(browserHeaders(owner))).toBe(403);
    expect(await post(browserHeaders(await mintOperator()))).toBe(200);
    const { client } = await mintRecords();
    const error = expect.stringContaining("platform/clients/write");
    const directoryOnly = await mintServiceToken(["platform/directory/write"]);
    expect(await importLines(directoryOnly, [client])).toMatchObject([{ error }]);
  });

  it("sends it uncompressed; a compressed one gets 415 and takes no place of the caller's four", async () => {
    const headers = browserHeaders(await mintOperator());
    for (let count = 0; count < 5; count += 1) {
      expect(await post({ ...headers, "content-encoding": "gzip" })).toBe(415);
    }
    expect(await post({ ...headers, "content-encoding": "identity" })).toBe(200);
  });
});
