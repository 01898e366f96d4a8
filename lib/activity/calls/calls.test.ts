import { beforeEach, describe, expect, it } from "vitest";
import {
  exportClientCallsContract,
  exportCompanyCallsContract,
  exportOrganizationCallsContract,
  listClientCallsContract,
  listCompanyCallsContract,
  listOrganizationCallsContract,
} from "@/lib/activity/calls/contract";
import { exportClientCalls } from "@/lib/activity/calls/export-client-calls";
import { type Call, callListSchema, callSchema } from "@/lib/activity/calls/schemas";
import { flushCalls } from "@/lib/calls/flush-calls";
import { newId } from "@/lib/kernel/crypto/ids";
import { db } from "@/lib/kernel/db/client";
import type { Contract } from "@/lib/kernel/http/contract";
import type { StreamedFile } from "@/lib/kernel/http/streamed-file";
import {
  type MintedUser,
  mintClient,
  mintCompany,
  mintCompanyMember,
  mintManagementToken,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { mintCall } from "@/test/factories/mint-call";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintOperator, mintServiceToken } from "@/test/factories/mint-platform";
import { callRoute } from "@/test/requests/call-route";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let installation: Installation;
let developer: MintedUser;

beforeEach(async () => {
  installation = await mintInstallation();
  developer = await mintMember(installation.organizationId, "developer");
});

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);

const paramsOf = ({ organizationId, client, companyId }: Installation) => ({
  organization_id: organizationId,
  client_id: client.clientId,
  company_id: String(companyId),
});

async function list(
  query: Record<string, string> = {},
  contract: Contract = listClientCallsContract,
): Promise<{ ids: string[]; items: Call[]; nextId: string; hasNext: boolean }> {
  await flushCalls();
  const answer = await callRoute(contract, {
    params: paramsOf(installation),
    query,
    as: developer,
  });
  expect(answer.body.error).toBeUndefined();
  const { items, page } = callListSchema.parse(answer.body);
  return {
    items,
    ids: items.map(({ request_id }) => request_id),
    nextId: page.next_id,
    hasNext: page.has_next,
  };
}

describe("the calls of a client", () => {
  it("are listed newest first with client, company and the system user's name", async () => {
    const first = mintCall(installation, { startedAt: ago(MINUTE_MS) });
    const second = mintCall(installation, { status: null, milliseconds: null });
    const { items } = await list();
    expect(items.map(({ request_id }) => request_id)).toEqual([second.requestId, first.requestId]);
    const { name } = await db().client.findUniqueOrThrow({
      where: { clientId: installation.client.clientId },
      select: { name: true },
    });
    expect(items[1]).toEqual({
      request_id: first.requestId,
      created_at: first.startedAt.toISOString(),
      method: "GET",
      path: "/service/application/catalog/v1.0/products/",
      status: 200,
      milliseconds: 5,
      client: { id: installation.client.clientId, name },
      company: { id: installation.companyId, name: expect.any(String) },
      organization_id: null,
      caller: {
        kind: "system_user",
        id: installation.client.systemUserId,
        name: expect.any(String),
      },
      scope: "company/products/read",
      denial: null,
    });
    expect(items[0]).toMatchObject({ status: null, milliseconds: null });
  });

  it("name the seller with the platform's id, and no longer once the person is erased", async () => {
    const { userId } = await mintCompanyMember(installation.companyId, "staff");
    const externalId = `p-${newId()}`;
    await db().user.update({
      where: { id: userId },
      data: { externalId, firstName: "Asha", lastName: "Rao" },
    });
    mintCall(installation, { callerKind: "seller", systemUserId: null, userId });
    expect((await list()).items[0]?.caller).toEqual({
      kind: "seller",
      id: externalId,
      name: "Asha Rao",
    });
    expect((await list({ caller: `seller:${externalId}` })).items).toHaveLength(1);
    await db().user.update({
      where: { id: userId },
      data: { externalId: null, firstName: "", lastName: "", erasedAt: new Date() },
    });
    expect((await list()).items[0]?.caller).toEqual({ kind: "seller", id: userId, name: null });
  });

  it("are limited to the last seven days, unless the query says", async () => {
    const old = mintCall(installation, { startedAt: ago(8 * DAY_MS) });
    const recent = mintCall(installation, { startedAt: ago(6 * DAY_MS) });
    expect((await list()).ids).toEqual([recent.requestId]);
    const from = ago(9 * DAY_MS).toISOString();
    expect((await list({ from })).ids).toEqual([recent.requestId, old.requestId]);
    const to = ago(7 * DAY_MS).toISOString();
    expect((await list({ to })).ids).toEqual([old.requestId]);
  });

  it("are found by their request id at any age", async () => {
    const old = mintCall(installation, { startedAt: ago(20 * DAY_MS) });
    mintCall(installation);
    expect((await list({ request_id: old.requestId })).ids).toEqual([old.requestId]);
    expect((await list({ request_id: newId() })).ids).toEqual([]);
  });

  it.each([
    [{ method: "PUT" }],
    [{ path: "/service/application/orders/v1.0/company/{company_id}/orders" }],
    [{ status: "5xx" }],
    [{ denied: "true" }],
    [{ caller: "seller" }],
  ])("are filtered by %o", async (query) => {
    const { userId } = installation.seller;
    const match = mintCall(installation, {
      method: "PUT",
      path: "/service/application/orders/v1.0/company/{company_id}/orders",
      status: 503,
      denial: "access_token_scope",
      scope: null,
      callerKind: "seller",
      systemUserId: null,
      userId,
    });
    mintCall(installation);
    expect((await list(query)).ids).toEqual([match.requestId]);
  });

  it("are filtered by being allowed, and by one system user", async () => {
    const allowed = mintCall(installation);
    mintCall(installation, { denial: "access_token_scope", scope: null });
    expect((await list({ denied: "false" })).ids).toEqual([allowed.requestId]);
    const { systemUserId } = installation.client;
    expect((await list({ caller: `system_user:${systemUserId}` })).ids).toHaveLength(2);
    expect((await list({ caller: `system_user:${newId()}` })).ids).toEqual([]);
  });

  it("are paged by cursor, each call once, even if they began at the same time", async () => {
    const startedAt = ago(MINUTE_MS);
    const ids = Array.from({ length: 7 }, () => mintCall(installation, { startedAt }).requestId);
    const seen: string[] = [];
    let cursor = "";
    do {
      const page = await list({ limit: "3", ...(cursor && { cursor }) });
      seen.push(...page.ids);
      cursor = page.nextId;
      expect(page.hasNext).toBe(cursor !== "");
    } while (cursor);
    expect(seen).toHaveLength(7);
    expect(seen).toEqual(ids.toSorted().toReversed());
  });

  it("are searched a bounded number at a time when a filter matches few", async () => {
    const { client, companyId } = installation;
    const match = mintCall(installation, { startedAt: ago(2 * 3_600_000), method: "DELETE" });
    await flushCalls();
    await db().$executeRaw`
      INSERT INTO calls (created_at, request_id, client_id, company_id, caller_kind, system_user_id, method)
      SELECT now() - n * interval '100 ms', 'r' || n, ${client.clientId}, ${companyId}, 'system_user',
        ${client.systemUserId}, 'GET'
      FROM generate_series(1, 400) AS n`;
    const first = await list({ method: "DELETE" });
    expect(first).toMatchObject({ ids: [], hasNext: true });
    const second = await list({ method: "DELETE", cursor: first.nextId });
    expect(second).toMatchObject({ ids: [match.requestId], hasNext: false });
  });

  it.each([
    "limit=201",
    "status=6xx",
    "denied=yes",
    "caller=robot",
    "cursor=x",
    "from=today",
    "page_no=2",
  ])("are not listed with %s", async (search) => {
    const answer = await callRoute(listClientCallsContract, {
      params: paramsOf(installation),
      query: new URLSearchParams(search),
      as: developer,
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: [{ path: search.split("=")[0] }] });
  });

  it("are hidden from other organizations and from tokens without the scope", async () => {
    mintCall(installation);
    await flushCalls();
    const { owner, organizationId } = await mintOrganization();
    const params = paramsOf(installation);
    const asked = { params, as: owner };
    expect((await callRoute(listClientCallsContract, asked)).status).toBe(404);
    const theirs = { ...params, organization_id: organizationId };
    const smuggled = await callRoute(listClientCallsContract, { params: theirs, as: owner });
    expect(smuggled.status).toBe(404);
    const wide = await callRoute(listOrganizationCallsContract, {
      params: theirs,
      query: { client_id: params.client_id },
      as: owner,
    });
    expect(callListSchema.parse(wide.body).items).toEqual([]);
  });
});

describe("the calls of all clients of an organization", () => {
  it("are merged by time, can be narrowed to one client and include deleted clients", async () => {
    const other = { ...installation, client: await mintClient(installation.organizationId) };
    const calls = [installation, other, installation, other].map((of, at) =>
      mintCall(of, { startedAt: ago((10 - at) * MINUTE_MS) }),
    );
    mintCall(await mintInstallation());
    await db().client.update({
      where: { clientId: other.client.clientId },
      data: { isActive: false, deletedAt: new Date() },
    });
    const newestFirst = calls.map(({ requestId }) => requestId).toReversed();
    const all = await list({}, listOrganizationCallsContract);
    expect(all.ids).toEqual(newestFirst);
    const { clientId } = other.client;
    const one = await list({ client_id: clientId }, listOrganizationCallsContract);
    expect(one.ids).toEqual([newestFirst[0], newestFirst[2]]);
    const first = await list({ limit: "3" }, listOrganizationCallsContract);
    const second = await list({ limit: "3", cursor: first.nextId }, listOrganizationCallsContract);
    expect([...first.ids, ...second.ids]).toEqual(newestFirst);
  });
});

describe("the calls of a suspended organization", () => {
  it("are denied to its tokens, and still shown to its people, who need them to find out why", async () => {
    const { organizationId } = installation;
    const { token } = await mintManagementToken(organizationId, ["organization/clients/read"]);
    const contracts = [
      listClientCallsContract,
      listOrganizationCallsContract,
      exportClientCallsContract,
      exportOrganizationCallsContract,
    ];
    const statusesFor = async (as: MintedUser | string) => {
      const params = paramsOf(installation);
      const answers = contracts.map((contract) => callRoute(contract, { params, as }));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    expect(await statusesFor(token)).toEqual([200, 200, 200, 200]);
    await db().organization.update({
      where: { id: organizationId },
      data: { status: "suspended" },
    });
    expect(await statusesFor(token)).toEqual([401, 401, 401, 401]);
    expect(await statusesFor(developer)).toEqual([200, 200, 200, 200]);
  });
});

describe("the calls for a company", () => {
  const ask = (as: MintedUser | string, query: Record<string, string> = {}) =>
    callRoute(listCompanyCallsContract, { params: paramsOf(installation), query, as });

  it("are listed for its people, operators and service keys with platform/log/read", async () => {
    const call = mintCall(installation);
    mintCall({ ...installation, ...(await mintCompany()) });
    await flushCalls();
    const readers = [
      await mintCompanyMember(installation.companyId, "staff"),
      await mintOperator("support"),
      await mintServiceToken(["platform/log/read"]),
    ];
    for (const reader of readers) {
      const { items } = callListSchema.parse((await ask(reader)).body);
      expect(items.map(({ request_id }) => request_id)).toEqual([call.requestId]);
    }
  });

  it("can be narrowed to one extension", async () => {
    const other = await mintInstallation();
    const call = mintCall({ ...other, companyId: installation.companyId });
    mintCall(installation);
    await flushCalls();
    const { items } = callListSchema.parse(
      (await ask(installation.seller, { client_id: other.client.clientId })).body,
    );
    expect(items.map(({ request_id }) => request_id)).toEqual([call.requestId]);
  });

  it("are hidden from everyone else", async () => {
    const stranger = await mintCompany();
    expect((await ask(stranger.seller)).status).toBe(404);
    expect((await ask(developer)).status).toBe(404);
    expect((await ask(await mintServiceToken(["platform/directory/read"]))).status).toBe(403);
    const signedOut = await callRoute(listCompanyCallsContract, {
      params: paramsOf(installation),
    });
    expect(signedOut.status).toBe(401);
  });
});

describe("the export of calls", () => {
  const download = (query: { format: "ndjson" | "csv"; method?: string }): Promise<StreamedFile> =>
    exportClientCalls({
      params: {
        organization_id: installation.organizationId,
        client_id: installation.client.clientId,
      },
      query,
      info: { ipAddress: "192.0.2.7", requestId: newId(), userAgent: null },
      caller: {
        kind: "user",
        organizationId: installation.organizationId,
        userId: developer.userId,
        role: "developer",
      },
    });

  async function textOf(file: StreamedFile): Promise<string> {
    let text = "";
    for await (const chunk of file.chunks) text += chunk;
    return text;
  }

  it("writes every matching call as one line of JSON, in more batches than one", async () => {
    const newest = ago(MINUTE_MS).getTime();
    const ids = Array.from(
      { length: 450 },
      (_, at) => mintCall(installation, { startedAt: new Date(newest - at) }).requestId,
    );
    mintCall(installation, { method: "PUT" });
    await flushCalls();
    const file = await download({ format: "ndjson", method: "GET" });
    expect(file).toMatchObject({
      contentType: "application/x-ndjson",
      fileName: `calls-${installation.client.clientId}.ndjson`,
    });
    const lines = (await textOf(file)).trimEnd().split("\n");
    const calls = lines.map((line) => callSchema.parse(JSON.parse(line)));
    expect(calls.map(({ request_id }) => request_id)).toEqual(ids);
  });

  it("neutralizes formulas in CSV", async () => {
    await db().client.update({
      where: { clientId: installation.client.clientId },
      data: { name: "=1+1, Ltd" },
    });
    const call = mintCall(installation, { status: null });
    await flushCalls();
    const [header, line] = (await textOf(await download({ format: "csv" }))).split("\r\n");
    expect(header).toBe(
      "created_at,request_id,method,path,status,milliseconds,client_id,client_name,company_id,company_name,organization_id,caller,caller_id,caller_name,scope,denial",
    );
    expect(line).toContain(`,${call.requestId},GET,`);
    expect(line).toContain(`,"'=1+1, Ltd",`);
  });

  it("is in the organization's audit log with its filters: of a client, and of all clients", async () => {
    const { organizationId, client } = installation;
    const query = { format: "csv", denied: "true" } as const;
    for (const contract of [exportClientCallsContract, exportOrganizationCallsContract]) {
      const params = paramsOf(installation);
      expect((await callRoute(contract, { params, query, as: developer })).status).toBe(200);
    }
    const rows = await db().auditRow.findMany({
      where: { organizationId, action: "calls.exported" },
      orderBy: { id: "asc" },
    });
    const entry = {
      actor: `user:${developer.userId}`,
      after: { format: "csv", denied: true },
    };
    expect(rows).toMatchObject([
      { target: `client:${client.clientId}`, ...entry },
      { target: `organization:${organizationId}`, ...entry },
    ]);
  });

  it("of a company is in the platform's audit log, whether a seller or an operator exports", async () => {
    const { companyId, seller } = installation;
    const params = paramsOf(installation);
    const query = { format: "ndjson" };
    const operator = await mintOperator("support");
    for (const as of [seller, operator]) {
      const answer = await callRoute(exportCompanyCallsContract, { params, query, as });
      expect(answer.status).toBe(200);
    }
    const stranger = (await mintCompany()).seller;
    const denied = await callRoute(exportCompanyCallsContract, { params, query, as: stranger });
    expect(denied.status).toBe(404);
    const rows = await db().platformAuditRow.findMany({
      where: { action: "calls.exported", target: `company:${companyId}` },
      orderBy: { id: "asc" },
    });
    expect(rows.map(({ actor }) => actor)).toEqual([
      `user:${seller.userId}`,
      `operator:${operator.userId}`,
    ]);
  });

  it("is denied in an unknown format", async () => {
    const answer = await callRoute(exportClientCallsContract, {
      params: paramsOf(installation),
      query: { format: "json" },
      as: developer,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe("format: must be ndjson or csv");
  });
});
