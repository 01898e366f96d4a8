import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { listClientCalls, listOrganizationCalls } from "@/lib/requests/calls/list-calls";
import { callListSchema } from "@/lib/requests/calls/schemas";
import { mintCompanyMember, mintOrganization } from "@/test/factories/mint";
import { mintCall } from "@/test/factories/mint-call";
import { callRoute } from "@/test/requests/call-route";
import { ago, callsScene, DAY_MS, MINUTE_MS, paramsOf } from "@/test/requests/calls-scene";

const { developer, installation, list } = callsScene();

describe("the calls of a client", () => {
  it("are listed newest first with client, company and the system user's name", async () => {
    const first = mintCall(installation(), { startedAt: ago(MINUTE_MS) });
    const second = mintCall(installation(), { status: null, milliseconds: null });
    const { items } = await list();
    expect(items.map(({ request_id }) => request_id)).toEqual([second.requestId, first.requestId]);
    const { name } = await db().client.findUniqueOrThrow({
      where: { clientId: installation().client.clientId },
      select: { name: true },
    });
    expect(items[1]).toEqual({
      request_id: first.requestId,
      created_at: first.startedAt.toISOString(),
      method: "GET",
      path: "/service/application/catalog/v1.0/products/",
      status: 200,
      milliseconds: 5,
      client: { id: installation().client.clientId, name },
      company: { id: installation().companyId, name: expect.any(String), is_sandbox: false },
      organization_id: null,
      caller: {
        kind: "system_user",
        id: installation().client.systemUserId,
        name: expect.any(String),
      },
      scope: "company/products/read",
      denial: null,
    });
    expect(items[0]).toMatchObject({ status: null, milliseconds: null });
  });

  it("name the seller with the platform's id, and no longer once the person is erased", async () => {
    const { userId } = await mintCompanyMember(installation().companyId, "staff");
    const externalId = `p-${newId()}`;
    await db().user.update({
      where: { id: userId },
      data: { externalId, firstName: "Asha", lastName: "Rao" },
    });
    mintCall(installation(), { callerKind: "seller", systemUserId: null, userId });
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
    const old = mintCall(installation(), { startedAt: ago(8 * DAY_MS) });
    const recent = mintCall(installation(), { startedAt: ago(6 * DAY_MS) });
    expect((await list()).ids).toEqual([recent.requestId]);
    const from = ago(9 * DAY_MS).toISOString();
    expect((await list({ from })).ids).toEqual([recent.requestId, old.requestId]);
    const to = ago(7 * DAY_MS).toISOString();
    expect((await list({ to })).ids).toEqual([old.requestId]);
  });

  it("are found by their request id at any age", async () => {
    const old = mintCall(installation(), { startedAt: ago(20 * DAY_MS) });
    mintCall(installation());
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
    const { userId } = installation().seller;
    const match = mintCall(installation(), {
      method: "PUT",
      path: "/service/application/orders/v1.0/company/{company_id}/orders",
      status: 503,
      denial: "access_token_scope",
      scope: null,
      callerKind: "seller",
      systemUserId: null,
      userId,
    });
    mintCall(installation());
    expect((await list(query)).ids).toEqual([match.requestId]);
  });

  it("are filtered by being allowed, and by one system user", async () => {
    const allowed = mintCall(installation());
    mintCall(installation(), { denial: "access_token_scope", scope: null });
    expect((await list({ denied: "false" })).ids).toEqual([allowed.requestId]);
    const { systemUserId } = installation().client;
    expect((await list({ caller: `system_user:${systemUserId}` })).ids).toHaveLength(2);
    expect((await list({ caller: `system_user:${newId()}` })).ids).toEqual([]);
  });

  it("are paged by cursor, each call once, even if they began at the same time", async () => {
    const startedAt = ago(MINUTE_MS);
    const ids = Array.from({ length: 7 }, () => mintCall(installation(), { startedAt }).requestId);
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
    const { client, companyId } = installation();
    const match = mintCall(installation(), { startedAt: ago(2 * 3_600_000), method: "DELETE" });
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
    const answer = await callRoute(listClientCalls, {
      params: paramsOf(installation()),
      query: new URLSearchParams(search),
      as: developer(),
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: [{ path: search.split("=")[0] }] });
  });

  it("are in no other organization's list, whatever client it names", async () => {
    mintCall(installation());
    await flushCalls();
    const { owner, organizationId } = await mintOrganization();
    const params = { organization_id: organizationId };
    const query = { client_id: installation().client.clientId };
    const wide = await callRoute(listOrganizationCalls, { params, query, as: owner });
    expect(callListSchema.parse(wide.body).items).toEqual([]);
  });
});
