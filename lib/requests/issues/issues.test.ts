import { beforeEach, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { listIssues } from "@/lib/requests/issues/list-issues";
import { putIssue } from "@/lib/requests/issues/put-issue";
import { type MintedUser, mintClient, mintDeletion, mintMember } from "@/test/factories/mint";
import { mintCall } from "@/test/factories/mint-call";
import { denial, mintEvents } from "@/test/factories/mint-events";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { callRoute } from "@/test/requests/call-route";
import { fieldAt } from "@/test/requests/read-json";

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

let installation: Installation;
let member: MintedUser;
let clientId: string;

beforeEach(async () => {
  installation = await mintInstallation();
  ({ clientId } = installation.client);
  member = await mintMember(installation.organizationId, "developer");
});

async function list(query: Record<string, string> = {}) {
  const params = { organization_id: installation.organizationId };
  const { body } = await callRoute(listIssues, { params, query, as: member });
  return body;
}

const issuesOf = async (query?: Record<string, string>) => fieldAt(await list(query), "items");

const decide = (state: string, check = "client_secret") =>
  callRoute(putIssue, {
    params: { organization_id: installation.organizationId, client_id: clientId, check },
    body: { state },
    as: member,
  });

const wrongSecret = (columns = {}) =>
  denial("invalid_client", { check: "client_secret", ...columns });

it("groups denials by client and cause, with how often and when, newest first", async () => {
  const other = await mintClient(installation.organizationId);
  await mintEvents(clientId, [
    { requestId: newId() },
    wrongSecret({ createdAt: ago(50 * 24) }),
    wrongSecret({ createdAt: ago(30), more: 2 }),
    wrongSecret({ createdAt: ago(2), requestId: "the last", fix: { kind: "send_credentials" } }),
    denial("access_denied", { kind: "consent", check: "consent_given" }),
  ]);
  await mintEvents(other.clientId, [denial("invalid_grant", { check: null, createdAt: ago(1) })]);
  expect(await issuesOf()).toMatchObject([
    { client: { id: other.clientId }, check: "request", count: 1 },
    {
      ...{ client: { id: clientId, name: "Shipfast" }, check: "client_secret", state: "open" },
      ...{ count: 4, recent: 1, recent_before: 3, request_id: "the last", resolved_at: null },
      fix: { kind: "send_credentials" },
    },
  ]);
});

it("counts each day, and sums up to what it counts in all", async () => {
  await mintEvents(clientId, [
    wrongSecret({ createdAt: ago(29 * 24 - 24), more: 4 }),
    wrongSecret(),
  ]);
  const body = await list();
  const days = fieldAt(body, "items.0.days");
  expect(days).toHaveLength(30);
  expect(days).toEqual(expect.arrayContaining([5, 1, 0]));
  expect(fieldAt(body, "items.0.days.29")).toBe(1);
  expect(fieldAt(body, "items.0.count")).toBe(6);
});

it("counts a denied call once, and all calls that the failure log left out", async () => {
  const calls = [1, 2, 3].map(() => mintCall(installation, { denial: "gate_rule" }));
  await flushCalls();
  const requestId = calls[0]?.requestId ?? "";
  const denied = denial("access_denied", { kind: "bearer", check: "gate_rule", requestId });
  await mintEvents(clientId, [denied]);
  expect(await issuesOf()).toMatchObject([{ check: "gate_rule", count: 3 }]);
});

it("a resolved issue opens again when its cause returns or a member opens it, as the audit log shows", async () => {
  await mintEvents(clientId, [wrongSecret()]);
  const { status, body } = await decide("resolved");
  expect(status).toBe(200);
  expect(fieldAt(body, "resolved_by")).toEqual(expect.any(String));
  const resolved_at = fieldAt(body, "resolved_at");
  expect(await issuesOf({ state: "open" })).toEqual([]);
  expect(await issuesOf({ state: "resolved" })).toMatchObject([{ check: "client_secret" }]);
  await mintEvents(clientId, [wrongSecret({ createdAt: new Date(Date.now() + 1_000) })]);
  expect(await issuesOf({ state: "open" })).toMatchObject([{ count: 2, resolved_at }]);
  expect((await decide("open")).status).toBe(200);
  expect(await issuesOf()).toMatchObject([{ state: "open", resolved_at: null }]);
  const { organizationId } = installation;
  const where = { organizationId, action: { startsWith: "issue." } };
  const entries = await db().auditRow.findMany({ where, orderBy: { id: "asc" } });
  expect(entries).toMatchObject([
    { action: "issue.resolved", target: `client:${clientId}`, after: { check: "client_secret" } },
    { action: "issue.reopened", actor: `user:${member.userId}` },
  ]);
});

it("rejects an unknown check, an unknown state, and a deleted or foreign client", async () => {
  expect((await decide("resolved", "weather")).status).toBe(404);
  expect((await decide("ignored")).status).toBe(400);
  await mintDeletion(clientId);
  expect((await decide("resolved")).status).toBe(404);
  expect((await decide("open")).status).toBe(404);
  ({ clientId } = (await mintInstallation()).client);
  await mintEvents(clientId, [denial("invalid_client")]);
  expect(await issuesOf({ client_id: clientId })).toEqual([]);
  expect((await decide("resolved")).status).toBe(404);
  expect(await db().issueResolution.count({ where: { clientId } })).toBe(0);
});

it("is read in pages without a gap or a repetition, also within one millisecond", async () => {
  const createdAt = ago(1);
  await mintEvents(
    clientId,
    ["client_secret", "code_form", "grant_type"].map((check) =>
      denial("invalid_request", { check, createdAt }),
    ),
  );
  const first = await list({ limit: "2" });
  const rest = await list({ limit: "2", cursor: String(fieldAt(first, "page.next_id")) });
  expect(fieldAt(first, "items")).toMatchObject([{ check: "grant_type" }, { check: "code_form" }]);
  expect(fieldAt(rest, "items")).toMatchObject([{ check: "client_secret" }]);
  expect(fieldAt(rest, "page.has_next")).toBe(false);
});
