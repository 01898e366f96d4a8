import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { perform } from "@/lib/operation/perform";
import { getPlatformRequestFigures, getRequestFigures } from "@/lib/requests/log/get-figures";
import { mintClient } from "@/test/factories/mint";
import { mintCall } from "@/test/factories/mint-call";
import { denial, mintEvents } from "@/test/factories/mint-events";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { readerOf } from "@/test/requests/log-reader";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

async function list(query: Record<string, string> = {}) {
  await flushCalls();
  return readerOf(installation.organizationId).list(query);
}
async function get(requestId: string) {
  await flushCalls();
  return readerOf(installation.organizationId).get(requestId);
}
const mintOwn = (...events: Parameters<typeof mintEvents>[1][number][]) =>
  mintEvents(installation.client.clientId, events);

const idsOf = ({ items }: { items: readonly { request_id: string }[] }) =>
  items.map(({ request_id }) => request_id);

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000);

describe("the request log", () => {
  it("has requests of the flow and calls in one list, newest first", async () => {
    const early = mintCall(installation, { startedAt: secondsAgo(30) });
    const late = mintCall(installation, { startedAt: secondsAgo(10) });
    await mintOwn(denial("invalid_client", { requestId: "middle", createdAt: secondsAgo(20) }));
    const { items } = await list();
    expect(idsOf({ items })).toEqual([late.requestId, "middle", early.requestId]);
    expect(items[1]).toMatchObject({ kind: "token", outcome: "denied", check: "code_form" });
    expect(items[0]).toMatchObject({ kind: "call", outcome: "allowed", method: "GET" });
  });

  it.each([
    [{ companyId: 42 }, "company/42/oauth/token"],
    [{}, "oauth/token"],
  ])("has the path of a request, with its company if it has one: %j", async (columns, path) => {
    await mintOwn(denial("invalid_client", columns));
    const { items } = await list();
    expect(items[0]?.path).toBe(`/service/panel/authentication/v1.0/${path}`);
  });

  it("has a denied call once, and explains it under its id", async () => {
    const check = "access_token_scope";
    const { requestId } = mintCall(installation, { denial: check, status: 403 });
    const fix = { kind: "register_scopes", scopes: ["company/settings/write"] };
    await mintOwn(denial("insufficient_scope", { kind: "bearer", check, requestId, fix }));
    expect(idsOf(await list())).toEqual([requestId]);
    expect(await get(requestId)).toMatchObject({
      ...{ kind: "call", code: "insufficient_scope", status: 403 },
      ...{ fix: { kind: "register_scopes" }, missing_scopes: [{ name: "company/settings/write" }] },
    });
  });

  it("is read in pages without a gap or a repetition, also within one millisecond", async () => {
    const at = secondsAgo(60);
    const calls = Array.from({ length: 3 }, () => mintCall(installation, { startedAt: at }));
    const oldest = denial("invalid_grant", { requestId: "oldest", createdAt: secondsAgo(70) });
    await mintOwn({ createdAt: at }, { createdAt: at }, oldest);
    const ids: string[] = [];
    let cursor = "";
    do {
      const page = await list({ limit: "2", ...(cursor && { cursor }) });
      ids.push(...idsOf(page));
      cursor = page.page.next_id;
    } while (cursor);
    expect([ids.length, new Set(ids).size, ids.at(-1)]).toEqual([6, 6, "oldest"]);
    expect(ids).toEqual(expect.arrayContaining(calls.map(({ requestId }) => requestId)));
  });

  it("filters by outcome, kind, check, client, company and search", async () => {
    const { companyId, organizationId } = installation;
    const other = await mintClient(organizationId);
    const call = mintCall(installation);
    const denied = mintCall(installation, { denial: "gate_rule", path: "/secret/place" });
    await mintEvents(other.clientId, [
      { requestId: "issued" },
      { requestId: "refreshed", kind: "refresh", createdAt: secondsAgo(50) },
      denial("access_denied", { requestId: "declined", kind: "consent", check: "consent_given" }),
    ]);
    for (const [query, ...ids] of [
      [{ denied: "true" }, denied.requestId],
      [{ denied: "false", client_id: other.clientId }, "declined", "issued", "refreshed"],
      [{ kind: "refresh" }, "refreshed"],
      [{ kind: "call", check: "gate_rule" }, denied.requestId],
      [{ company_id: String(companyId), denied: "false" }, call.requestId],
      [{ q: "secret/pl" }, denied.requestId],
      [{ q: call.requestId }, call.requestId],
      [{ q: other.clientId }, "declined", "issued", "refreshed"],
      [{ q: "issued" }, "issued"],
      [{ q: "100%_" }],
    ] as const) {
      expect(idsOf(await list(query)).toSorted(), JSON.stringify(query)).toEqual(ids);
    }
  });

  it("shows no other organization's requests, but the installation's shows all", async () => {
    const foreign = await mintInstallation();
    const call = mintCall(foreign);
    await flushCalls();
    await mintEvents(foreign.client.clientId, [{ requestId: `event-${call.requestId}` }]);
    expect(idsOf(await list())).toEqual([]);
    await expect(get(call.requestId)).rejects.toMatchObject({ code: "not_found" });
    const all = readerOf(null);
    // Other tests' requests are in this log as well.
    expect(idsOf(await all.list({ q: call.requestId }))).toEqual([call.requestId]);
    expect((await all.get(`event-${call.requestId}`)).owner_id).toBe(foreign.organizationId);
  });

  it("tells what happened for the same company before a request", async () => {
    const { companyId } = installation;
    const kinds = ["authorize", "token", "refresh", "refresh"] as const;
    const at = (place: number) => ({ companyId, createdAt: secondsAgo(50 - place) });
    await mintOwn(...kinds.map((kind, place) => ({ kind, ...at(place) })), { companyId: null });
    const { timeline } = await get(mintCall(installation).requestId);
    const steps = timeline.filter(({ kind }) => kind !== "install");
    expect(steps.map(({ kind, count }) => [kind, count])).toEqual([
      ["authorize", 1],
      ["token", 1],
      ["refresh", 2],
      ["call", 1],
    ]);
  });

  it("security 124: names the person who consented to operators, and to publishers only as a person", async () => {
    const { companyId, seller, grantId } = installation;
    const consent = { grantId, change: "granted" as const, scopesBefore: [], scopesAfter: [] };
    await db().grantEvent.create({ data: { ...consent, userId: seller.userId, clientVersion: 1 } });
    await mintOwn({ companyId, requestId: "after-install" });
    const consentIn = async (organizationId: string | null) => {
      const request = await readerOf(organizationId).get("after-install");
      return request.timeline.find(({ kind }) => kind === "install");
    };
    const step = { code: "granted", by_person: true };
    const forPublisher = await consentIn(installation.organizationId);
    expect(forPublisher).toMatchObject({ ...step, person: null });
    expect(JSON.stringify(forPublisher)).not.toContain("Asha");
    expect(await consentIn(null)).toMatchObject({ ...step, person: "Asha Rao" });
  });
});

describe("the figures of the request log", () => {
  it("count what was allowed, what was denied by which check, and the period before", async () => {
    const { clientId } = installation.client;
    mintCall(installation, { milliseconds: 4 });
    mintCall(installation, { milliseconds: 20 });
    mintCall(installation, { denial: "gate_rule", milliseconds: null });
    await flushCalls();
    const deleted = await mintClient(installation.organizationId, { deletedAt: new Date() });
    await mintEvents(deleted.clientId, [{ kind: "refresh" }]);
    await mintOwn(
      { kind: "authorize", reason: "authorization_code" },
      denial("access_denied", { kind: "bearer", check: "gate_rule" }),
      denial("invalid_client", { check: "client_secret", more: 2 }),
      denial("access_denied", { kind: "consent", check: "consent_given" }),
      denial("invalid_grant", { createdAt: secondsAgo(30 * 3_600) }),
    );
    const { organizationId } = installation;
    const scopes = ["organization/clients/read"];
    const caller = { kind: "client", organizationId, clientId: "", scopes } as const;
    const { body } = await perform(getRequestFigures, { caller, query: { window: "24h" } });
    expect(body.totals).toEqual({
      allowed: 4,
      issued: { code: 1, refreshed: 1 },
      denied: { gate_rule: 1, client_secret: 3 },
    });
    expect(body.previous).toEqual({ allowed: 0, issued: {}, denied: { code_form: 1 } });
    expect(body.bars).toHaveLength(24);
    expect(body.bars.at(-1)?.allowed).toBe(4);
    expect([body.median, body.p95]).toEqual([4, 20]);
    expect(Date.parse(body.last_call_at ?? "")).toBeGreaterThan(secondsAgo(60).getTime());
    const figuresFor = async (query: { client_id?: string }) => {
      const call = { caller: { kind: "shell" }, query: { window: "24h", ...query } } as const;
      return (await perform(getPlatformRequestFigures, call)).body.totals;
    };
    expect(await figuresFor({ client_id: clientId })).toEqual({
      ...body.totals,
      ...{ allowed: 3, issued: { code: 1 } },
    });
    expect((await figuresFor({})).allowed).toBeGreaterThanOrEqual(4);
  });
});
