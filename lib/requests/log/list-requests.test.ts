import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { cursorAfter } from "@/lib/core/http/cursor-page";
import type { Operation } from "@/lib/operation/operation";
import { exportRequests } from "@/lib/requests/log/export-requests";
import {
  listCompanyRequests,
  listPlatformRequests,
  listRequests,
} from "@/lib/requests/log/list-requests";
import {
  type MintedUser,
  mintClient,
  mintCompany,
  mintCompanyMember,
  mintGrant,
  mintManagementToken,
} from "@/test/factories/mint";
import { mintCall } from "@/test/factories/mint-call";
import { denial, mintEvents } from "@/test/factories/mint-events";
import { mintInstallation } from "@/test/factories/mint-installation";
import { mintOperator, mintServiceToken } from "@/test/factories/mint-platform";
import { callRoute } from "@/test/requests/call-route";
import { ago, callsScene, DAY_MS, MINUTE_MS, paramsOf } from "@/test/requests/calls-scene";

const { developer, installation, list, readerOf } = callsScene();

const ORDERS = "/service/application/orders/v1.0/company/{company_id}/orders";
const LISTS = [listRequests, listPlatformRequests, listCompanyRequests].map(
  (operation) => [operation.id, operation] as const,
);

describe.each(LISTS)("%s", (_id, operation) => {
  // The installation has the requests of other tests, too.
  const listBy = (query: Record<string, string> = {}) =>
    list({ client_id: installation().client.clientId, ...query }, operation);

  it("filters by each field of a call", async () => {
    const { client, seller } = installation();
    const { systemUserId } = client;
    const caller = { callerKind: "seller", systemUserId: null, userId: seller.userId } as const;
    const denied = { denial: "access_token_scope", scope: null } as const;
    const columns = { method: "PUT", path: ORDERS, status: 503, ...denied, ...caller };
    const match = mintCall(installation(), columns).requestId;
    const other = mintCall(installation()).requestId;
    for (const [query, id] of [
      [{ method: "PUT" }, match],
      [{ path: ORDERS }, match],
      [{ status: "5xx" }, match],
      [{ denied: "true" }, match],
      [{ denied: "false" }, other],
      [{ check: "access_token_scope" }, match],
      [{ caller: "seller" }, match],
      [{ caller: `system_user:${systemUserId}` }, other],
      [{ caller: `system_user:${newId()}` }, null],
      [{ authenticated: "false" }, null],
      [{ kind: "token" }, null],
      [{ company_id: "999999999" }, null],
      [{ client_id: newId() }, null],
      [{ q: match }, match],
      [{ q: newId() }, null],
    ] as const) {
      expect((await listBy(query)).ids, JSON.stringify(query)).toEqual(id === null ? [] : [id]);
    }
  });

  it("filters by each field of a request of the flow", async () => {
    const { client, companyId } = installation();
    await mintEvents(client.clientId, [
      { companyId, requestId: "offline", createdAt: ago(MINUTE_MS) },
      denial("invalid_grant", { companyId, requestId: "denied" }),
      denial("access_denied", {
        ...{ companyId, requestId: "declined", kind: "consent", check: "consent_given" },
        ...{ authenticated: false, signedIn: true, createdAt: ago(2 * MINUTE_MS) },
      }),
    ]);
    for (const [query, ...ids] of [
      [{}, "denied", "offline", "declined"],
      [{ denied: "true" }, "denied"],
      [{ denied: "false" }, "offline", "declined"],
      [{ code: "offline" }, "offline"],
      [{ code: "invalid_grant" }, "denied"],
      [{ check: "code_form" }, "denied"],
      [{ kind: "authorize" }, "declined"],
      [{ authenticated: "false" }, "declined"],
      [{ authenticated: "true", method: "POST" }, "denied", "offline"],
      [{ status: "4xx" }],
      [{ caller: "seller" }],
    ] as const) {
      expect((await listBy(query)).ids, JSON.stringify(query)).toEqual(ids);
    }
  });

  it("has the last seven days unless the query says, but finds a request id of any age", async () => {
    const [old = "", recent] = [8, 6].map(
      (days) => mintCall(installation(), { startedAt: ago(days * DAY_MS) }).requestId,
    );
    expect((await listBy()).ids).toEqual([recent]);
    expect((await listBy({ from: ago(9 * DAY_MS).toISOString() })).ids).toEqual([recent, old]);
    expect((await listBy({ to: ago(7 * DAY_MS).toISOString() })).ids).toEqual([old]);
    expect((await list({ q: old }, operation)).ids).toEqual([old]);
  });

  it("has pages with each call once, the newest first, even if they began at the same time", async () => {
    const startedAt = ago(MINUTE_MS);
    const ids = Array.from({ length: 7 }, () => mintCall(installation(), { startedAt }).requestId);
    const newest = mintCall(installation()).requestId;
    const listed: string[] = [];
    let cursor = "";
    do {
      const page = await listBy({ limit: "3", ...(cursor && { cursor }) });
      listed.push(...page.ids);
      cursor = page.nextId;
      expect(page.hasNext).toBe(cursor !== "");
    } while (cursor);
    expect(listed).toEqual([newest, ...ids.toSorted().toReversed()]);
  });

  it("searches a bounded number at a time when a filter matches few", async () => {
    const { client, companyId } = installation();
    const match = mintCall(installation(), { startedAt: ago(120 * MINUTE_MS), method: "DELETE" });
    await db().$executeRaw`
      INSERT INTO calls (created_at, request_id, client_id, company_id, caller_kind, system_user_id, method)
      SELECT now() - n * interval '100 ms', 'r' || n, ${client.clientId}, ${companyId}, 'system_user',
        ${client.systemUserId}, 'GET'
      FROM generate_series(1, 1200) AS n`;
    const page = await listBy({ method: "DELETE" });
    expect(page).toMatchObject({ ids: [], hasNext: true });
    const next = await listBy({ method: "DELETE", cursor: page.nextId });
    expect(next).toMatchObject({ ids: [match.requestId], hasNext: false });
  });

  it("rejects invalid values by name, and cursors of the former lists", async () => {
    const searches =
      "limit=201 status=6xx denied=yes caller=robot cursor=x from=today page_no=2 request_id=x";
    const former = `cursor=${cursorAfter("calls", `${ago(0).toISOString()} ${newId()}`)}`;
    for (const search of [...searches.split(" "), former]) {
      const query = new URLSearchParams(search);
      const params = paramsOf(installation());
      const as = await readerOf(operation);
      const { status, body } = await callRoute(operation, { params, query, as });
      expect(status).toBe(400);
      expect(body).toMatchObject({ errors: [{ path: search.split("=")[0] }] });
    }
  });
});

it("an organization's requests are of all its clients, deleted ones too, and of no others", async () => {
  const { organizationId } = installation();
  const other = { ...installation(), client: await mintClient(organizationId) };
  const { clientId } = other.client;
  const calls = [installation(), other, installation(), other].map((of, at) =>
    mintCall(of, { startedAt: ago((10 - at) * MINUTE_MS) }),
  );
  const foreign = await mintInstallation();
  mintCall(foreign);
  const deletion = { isActive: false, deletedAt: new Date() };
  await db().client.update({ where: { clientId }, data: deletion });
  const newestFirst = calls.map(({ requestId }) => requestId).toReversed();
  const idsOf = async (query: Record<string, string>) => (await list(query, listRequests)).ids;
  expect(await idsOf({})).toEqual(newestFirst);
  expect(await idsOf({ client_id: clientId })).toEqual([newestFirst[0], newestFirst[2]]);
  expect(await idsOf({ client_id: foreign.client.clientId })).toEqual([]);
});

it("a company's requests are of all its extensions, name it to its people, and can be narrowed to one", async () => {
  const { client } = await mintInstallation();
  const { companyId } = installation();
  await mintGrant(client.clientId, companyId, []);
  const other = mintCall({ ...installation(), client }, { startedAt: ago(MINUTE_MS) }).requestId;
  const own = mintCall(installation()).requestId;
  await mintEvents(client.clientId, [{ companyId, requestId: "token", createdAt: ago(9_000) }]);
  const elsewhere = await mintCompany();
  mintCall({ ...installation(), ...elsewhere });
  await mintEvents(client.clientId, [{ companyId: elsewhere.companyId }, {}]);
  const all = await list({}, listCompanyRequests);
  expect(all.ids).toEqual([own, "token", other]);
  expect(all.items.map(({ company }) => company?.name)).toEqual(Array(3).fill("Blue Lotus Sarees"));
  const query = { client_id: client.clientId };
  expect((await list(query, listCompanyRequests)).ids).toEqual(["token", other]);
});

it("security 124: a company reads nothing that strangers, or clients it never installed, sent", async () => {
  const { client, companyId } = installation();
  const { clientId } = (await mintInstallation()).client;
  const stranger = denial("invalid_request", { companyId, authenticated: false });
  await mintEvents(client.clientId, [stranger]);
  await mintEvents(clientId, [denial("invalid_grant", { companyId }), { companyId }]);
  expect((await list({}, listCompanyRequests)).ids).toEqual([]);
  await mintEvents(client.clientId, [{ ...stranger, signedIn: true, requestId: "of-a-person" }]);
  expect((await list({}, listCompanyRequests)).ids).toEqual(["of-a-person"]);
});

async function statusFor(operation: Operation, as?: MintedUser | string): Promise<number> {
  const params = paramsOf(installation());
  return (await callRoute(operation, { params, ...(as && { as }) })).status;
}

it("a company's requests are listed for its people, operators and service keys that may read logs", async () => {
  const { companyId } = installation();
  const readers: [MintedUser | string | undefined, number][] = [
    [await mintCompanyMember(companyId, "staff"), 200],
    [await mintOperator("support"), 200],
    [await mintServiceToken(["platform/log/read"]), 200],
    [await mintServiceToken(["platform/directory/read"]), 403],
    [(await mintCompany()).seller, 404],
    [developer(), 404],
    [undefined, 401],
  ];
  for (const [as, status] of readers) expect(await statusFor(listCompanyRequests, as)).toBe(status);
});

it("a suspended organization's tokens cannot read its requests, but its people can look for the cause", async () => {
  const { organizationId: id } = installation();
  const { token } = await mintManagementToken(id, ["organization/clients/read"]);
  await db().organization.update({ where: { id }, data: { status: "suspended" } });
  for (const operation of [listRequests, exportRequests]) {
    expect(await statusFor(operation, token)).toBe(401);
    expect(await statusFor(operation, developer())).toBe(200);
  }
});

describe("a call in a list", () => {
  it("has its client, its company and the system user's name", async () => {
    const { client, companyId } = installation();
    const { clientId, systemUserId } = client;
    const call = mintCall(installation(), { startedAt: ago(MINUTE_MS) });
    mintCall(installation(), { status: null, milliseconds: null });
    const { items } = await list();
    const { name } = await db().client.findUniqueOrThrow({ where: { clientId } });
    expect(items[1]).toEqual({
      id: call.requestId,
      request_id: call.requestId,
      ...{ kind: "call", outcome: "allowed", code: null, more: 0, authenticated: true },
      created_at: call.startedAt.toISOString(),
      ...{ method: "GET", path: "/service/application/catalog/v1.0/products/" },
      ...{ status: 200, milliseconds: 5, scope: "company/products/read", check: null },
      client: { id: clientId, name },
      company: { id: companyId, name: expect.any(String), is_sandbox: false },
      organization_id: null,
      caller: { kind: "system_user", id: systemUserId, name: expect.any(String) },
    });
    expect(items[0]).toMatchObject({ status: null, milliseconds: null });
  });

  it("names the seller with the platform's id, and no longer once the person is erased", async () => {
    const { userId } = await mintCompanyMember(installation().companyId, "staff");
    const externalId = `p-${newId()}`;
    const change = (data: object) => db().user.update({ where: { id: userId }, data });
    await change({ externalId, firstName: "Asha", lastName: "Rao" });
    mintCall(installation(), { callerKind: "seller", systemUserId: null, userId });
    const caller = { kind: "seller", id: externalId, name: "Asha Rao" };
    expect((await list({ caller: `seller:${externalId}` })).items).toMatchObject([{ caller }]);
    await change({ externalId: null, firstName: "", lastName: "", erasedAt: new Date() });
    const erased = { kind: "seller", id: userId, name: null };
    expect((await list()).items).toMatchObject([{ caller: erased }]);
  });
});
