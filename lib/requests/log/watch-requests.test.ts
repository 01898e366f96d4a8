import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { endpoints } from "@/lib/api/endpoints";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { startDraining } from "@/lib/core/http/server-state";
import { processState } from "@/lib/core/process/process-state";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { type Request as LoggedRequest, requestSchema } from "@/lib/requests/log/schemas";
import {
  MAX_TAILS,
  MAX_TAILS_OF_CALLER,
  tailSlots,
  watchRequests,
} from "@/lib/requests/log/watch-requests";
import { browserHeaders, type MintedUser, mintClient, mintMember } from "@/test/factories/mint";
import { mintCall } from "@/test/factories/mint-call";
import { denial, mintEvents } from "@/test/factories/mint-events";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";

let installation: Installation;
let developer: MintedUser;

beforeEach(async () => {
  // A connection that the test before has left is freed when its feed notices.
  await expect.poll(tailSlots.count).toBe(0);
  installation = await mintInstallation();
  developer = await mintMember(installation.organizationId, "developer");
});

/** An event as a browser reads it. */
type Event = { name: string; data: unknown };

const EVENT = /event: (.*)\ndata: (.*)\n\n/g;

type Sent = { headers: Record<string, string>; method: string };

/** Opens a live connection. `until` reads on to the first event that fits, and returns all events so far. */
async function watch({
  query = `client_id=${installation.client.clientId}`,
  headers = {},
  method = "GET",
}: Partial<{ query: string } & Sent> = {}) {
  const path = watchRequests.path.replace("{organization_id}", installation.organizationId);
  const endpoint = endpoints.find(({ path: at }) => at === watchRequests.path);
  if (!endpoint) throw new Error("The endpoint is missing.");
  const request = new Request(`${env().baseUrl}${path}?${query}`, {
    method,
    headers: { ...browserHeaders(developer), ...headers },
  });
  const response = await endpoint.handler(request);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const leave = async () => reader?.cancel();
  onTestFinished(leave);
  let text = "";
  const until = async (fits: (event: Event) => boolean): Promise<Event[]> => {
    for (;;) {
      const matches = [...text.matchAll(EVENT)];
      const events = matches.map(([, name = "", data = ""]) => ({ name, data: JSON.parse(data) }));
      if (events.some(fits)) return events;
      const { done = true, value = "" } = (await reader?.read()) ?? {};
      if (done) throw new Error(`The events ended: ${text}`);
      text += value;
    }
  };
  const ended = async () => {
    while (!(await reader?.read())?.done);
    return true;
  };
  /** All events up to a call, which is stored now. */
  const eventsTo = async ({ requestId }: { requestId: string }) => {
    await flushCalls();
    return until(isCall(requestId));
  };
  return { response, until, eventsTo, leave, ended };
}

const requestOf = ({ data }: Event): LoggedRequest => requestSchema.parse(data);
const isCall =
  (requestId: string) =>
  ({ name, data }: Event) =>
    name === "request" && requestSchema.parse(data).request_id === requestId;
const isEnd = ({ name }: Event) => name === "end";

describe("watching requests", () => {
  it("sends each call once, with the check that failed if one did", async () => {
    const { response, eventsTo } = await watch();
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store, no-transform",
    });
    const first = mintCall(installation);
    await eventsTo(first);
    const second = mintCall(installation, { denial: "access_token_scope", scope: null });
    const events = await eventsTo(second);
    expect(events.map(requestOf).map(({ request_id, check }) => [request_id, check])).toEqual([
      [first.requestId, null],
      [second.requestId, "access_token_scope"],
    ]);
  });

  it("sends a call that is written late, after calls that began later", async () => {
    const { eventsTo } = await watch();
    const early = mintCall(await mintInstallation(), { startedAt: new Date(Date.now() - 3_000) });
    await eventsTo(mintCall(installation));
    await eventsTo(mintCall(installation, { startedAt: early.startedAt }));
  });

  it("sends a call again when its status arrives", async () => {
    const { until, eventsTo } = await watch();
    const { requestId, startedAt } = mintCall(installation, { status: null, milliseconds: null });
    await eventsTo({ requestId });
    await db().$executeRaw`
      UPDATE calls SET status = 204, milliseconds = 7
      WHERE created_at = ${startedAt} AND request_id = ${requestId}`;
    const events = await until(({ data }) => requestSchema.parse(data).status === 204);
    expect(events.map(requestOf).map(({ status }) => status)).toEqual([null, 204]);
  });

  it("sends only calls that match, of the client or of all clients of the organization", async () => {
    const other = { ...installation, client: await mintClient(installation.organizationId) };
    const { clientId } = installation.client;
    const one = await watch({ query: `method=PUT&client_id=${clientId}` });
    const all = await watch({ query: "method=PUT" });
    mintCall(installation);
    mintCall(await mintInstallation(), { method: "PUT" });
    const foreign = mintCall(other, { method: "PUT" });
    const ownCall = mintCall(installation, { method: "PUT" });
    const ids = (events: Event[]) => events.map((event) => requestOf(event).request_id).toSorted();
    expect(ids(await one.eventsTo(ownCall))).toEqual([ownCall.requestId]);
    await all.eventsTo(foreign);
    const both = [foreign.requestId, ownCall.requestId].toSorted();
    expect(ids(await all.eventsTo(ownCall))).toEqual(both);
  });

  it("sends requests of the flow, too", async () => {
    const { until } = await watch();
    const requestId = newId();
    await mintEvents(installation.client.clientId, [denial("invalid_grant", { requestId })]);
    const events = await until(isCall(requestId));
    expect(events.map(requestOf)).toMatchObject([{ kind: "token", code: "invalid_grant" }]);
  });

  it("continues after the last event, at most five minutes back", async () => {
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const missed = mintCall(installation, { startedAt: minutesAgo(3) });
    const older = mintCall(installation, { startedAt: minutesAgo(7) });
    await flushCalls();
    const lastEventId = `${minutesAgo(10).getTime()}-${newId()}`;
    const headers = { "last-event-id": lastEventId };
    const { eventsTo } = await watch({ headers });
    const events = await eventsTo(missed);
    expect(events.some(isCall(older.requestId))).toBe(false);
  });

  it("reports that calls were left out when there are too many", async () => {
    const { client, companyId } = installation;
    const { until, eventsTo } = await watch();
    await eventsTo(mintCall(installation));
    await db().$executeRaw`
      INSERT INTO calls (created_at, request_id, client_id, company_id, caller_kind, system_user_id, method)
      SELECT now(), 'many-' || n || ${newId()}, ${client.clientId}, ${companyId}, 'system_user',
        ${client.systemUserId}, 'GET'
      FROM generate_series(1, 500) AS n`;
    await until(({ name }) => name === "gap");
  });

  const ofDeveloper = () => ({ where: { userId: developer.userId } });
  it.each<[string, string, () => unknown]>([
    ["a membership", "access_ended", () => db().organizationMember.deleteMany(ofDeveloper())],
    ["a session", "access_ended", () => db().userSession.deleteMany(ofDeveloper())],
    ["the server", "restart", startDraining],
  ])("ends with %s", async (_what, reason, happen) => {
    onTestFinished(() => {
      processState("draining", () => ({ begun: false })).begun = false;
    });
    const { until, ended } = await watch();
    await happen();
    expect((await until(isEnd)).at(-1)?.data).toEqual({ reason });
    expect(await ended()).toBe(true);
  });

  it("frees its slot when the person leaves, and is denied with Retry-After when no slot is free", async () => {
    const before = tailSlots.count();
    const { leave } = await watch();
    expect(tailSlots.count()).toBe(before + 1);
    const takenSlots = Array.from({ length: MAX_TAILS - tailSlots.count() }, () =>
      tailSlots.acquire(newId()),
    );
    const { response } = await watch();
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toMatch(/^([6-9]|1[0-4])$/);
    for (const free of takenSlots) free();
    await leave();
    await expect.poll(tailSlots.count).toBe(before);
  });

  it("security 107: a person may hold five connections, and those of other people stay free", async () => {
    const open = [];
    for (let n = 0; n < MAX_TAILS_OF_CALLER; n += 1) open.push(await watch());
    expect(open.map(({ response }) => response.status)).toEqual([200, 200, 200, 200, 200]);
    const { response } = await watch({ query: "" });
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toMatch(/^([6-9]|1[0-4])$/);
    const headers = browserHeaders(await mintMember(installation.organizationId, "developer"));
    expect((await watch({ headers })).response.status).toBe(200);
    await open[0]?.leave();
    await expect.poll(async () => (await watch()).response.status).toBe(200);
  });

  it("uses no slot for HEAD, which gets no events", async () => {
    const before = tailSlots.count();
    const { response, ended } = await watch({ method: "HEAD" });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(tailSlots.count()).toBe(before);
    expect(await ended()).toBe(true);
  });
});
