import { describe, expect, it } from "vitest";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { pool } from "@/lib/core/db/pool";
import { fixSchema } from "@/lib/core/diagnosis/fix-schemas";
import type { Caller } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { listEvents } from "@/lib/requests/events/list-events";
import { getActivity } from "@/lib/requests/get-activity";
import { listIssues } from "@/lib/requests/issues/list-issues";
import { mintExtension } from "@/test/factories/mint-installation";
import { takeOwnDatabase } from "@/test/process/own-database";
import { applyFix, obtainTokens } from "@/test/requests/apply-fix";
import {
  authorizeAttempt,
  clientAttempt,
  mintScene,
  type Scene,
  send,
} from "@/test/requests/attempt";
import { codeGrant } from "@/test/requests/broken-requests/broken";
import { onAuthorize } from "@/test/requests/broken-requests/on-authorize";
import { onCalls } from "@/test/requests/broken-requests/on-calls";
import { onCredentials } from "@/test/requests/broken-requests/on-credentials";
import { onTokens } from "@/test/requests/broken-requests/on-tokens";
import { pressConsent, requestConsent } from "@/test/requests/call-consent";
import { callRoute } from "@/test/requests/call-route";
import { listOf } from "@/test/requests/read-json";

// Denials of strangers are bounded for the whole installation.
takeOwnDatabase();

/** The events of a client, as a developer of the scene's organization reads them. */
const list = (
  { organizationId, developer }: Scene,
  query: Record<string, string>,
  clientId: string,
) =>
  callRoute(listEvents, {
    params: { organization_id: organizationId, client_id: clientId },
    query,
    as: developer,
  });

async function readEntry(scene: Scene, requestId: string) {
  const { status, body } = await list(scene, { request_id: requestId }, scene.client.clientId);
  expect(status).toBe(200);
  expect(body.items).toHaveLength(1);
  return listEvents.returns.schema.parse(body).items[0];
}

async function everyColumn({ client }: Scene): Promise<string> {
  const { rows } = await pool().query<{ row: string }>(
    "SELECT row_to_json(e)::text AS row FROM authorization_events e WHERE client_id = $1",
    [client.clientId],
  );
  return rows.map(({ row }) => row).join("\n");
}

describe.each([
  ["authorize and consent", onAuthorize],
  ["client credentials", onCredentials],
  ["tokens", onTokens],
  ["platform calls", onCalls],
])("%s: the failure log", (_, table) => {
  it.each(table)("is enough to fix this fault: $title", async (broken) => {
    const scene = await (broken.scene ?? mintScene)();
    const request = await broken.make(scene);
    const denied = await send(scene, request);
    expect(denied.succeeded).toBe(false);

    const entry = await readEntry(scene, denied.requestId);
    expect(entry).toMatchObject({
      kind: broken.kind,
      outcome: "refused",
      check: broken.check,
      authenticated: broken.authenticated,
    });
    if (denied.body) expect(entry).toMatchObject({ message: denied.body.message });
    expect(entry?.difference ?? "").toContain(broken.says ?? "");

    const { text, ...fix } = entry?.fix ?? { text: "" };
    expect(text).toMatch(/^[A-Z].*\.$/);
    if (broken.fix) expect(fix).toMatchObject({ kind: broken.fix });
    const repaired = await applyFix(scene, request, fixSchema.parse(fix));
    const repeated = await send(scene, repaired);
    expect(repeated.body?.message).toBeUndefined();
    expect(repeated.succeeded).toBe(true);

    const stored = await everyColumn(scene);
    // Nothing sent as an API key is stored, wherever it was sent.
    scene.secrets.delete(scene.client.clientId);
    for (const secret of scene.secrets) expect(stored).not.toContain(secret);
  });
});

describe("attribution", () => {
  it("assigns an unknown token to no client", async () => {
    const scene = await mintScene();
    const request = clientAttempt(scene, "products");
    const token = newToken("offline");
    const { requestId } = await send(scene, { ...request, authorization: `Bearer ${token}` });
    const row = await db().authorizationEvent.findFirst({ where: { requestId } });
    expect(row).toMatchObject({ clientId: null, check: "access_token", authenticated: false });
  });

  it("security 47: hides the client's events from other organizations, even by request id", async () => {
    const scene = await mintScene();
    const { requestId } = await send(scene, authorizeAttempt(scene, { response_type: "token" }));
    const otherScene = await mintScene();
    const query = { request_id: requestId };
    expect((await list(otherScene, query, scene.client.clientId)).status).toBe(404);
    const ownEvents = await list(otherScene, query, otherScene.client.clientId);
    expect(ownEvents.body.items).toEqual([]);
  });

  it("records a made-up company as sent, and of a made-up client only the request", async () => {
    const scene = await mintScene();
    const stranger = authorizeAttempt(scene, { client_id: "f".repeat(24) });
    const { requestId } = await send(scene, { ...stranger, subject: "company/999999999" });
    const row = await db().authorizationEvent.findFirst({ where: { requestId } });
    expect(row).toMatchObject({ clientId: null, companyId: 999_999_999, check: "client_known" });
  });
});

describe("unusual input", () => {
  it.each([
    ["a NUL", { redirect_uri: "https://x.example.com/\0", scope: "a\0b" }],
    ["half a surrogate pair", { redirect_uri: "https://x.example.com/\ud800", prompt: "\udfff" }],
    ["64 KB", { redirect_uri: `https://x.example.com/${"a/".repeat(20_000)}` }],
  ])("is stored safely when it contains %s", async (_, parameters) => {
    const scene = await mintScene();
    const { requestId, succeeded } = await send(scene, authorizeAttempt(scene, parameters));
    expect(succeeded).toBe(false);
    expect(await readEntry(scene, requestId)).toMatchObject({ outcome: "refused" });
  });

  it("is stored safely when it contains a secret in place of a word, scope, id, or name", async () => {
    const scene = await mintScene();
    const secret = scene.client.clientSecret;
    scene.secrets.add(secret);
    const places: Record<string, string>[] = [
      { grant_type: secret },
      { grant_type: "client_credentials", scope: secret },
      { ...codeGrant, code: secret },
      { ...codeGrant, [secret]: secret },
    ];
    for (const parameters of places) await send(scene, clientAttempt(scene, "token", parameters));
    for (const name of ["response_type", "prompt", "scope", "redirect_uri", "state", "client_id"]) {
      await send(scene, authorizeAttempt(scene, { [name]: secret }));
    }
    const { rows } = await pool().query<{ row: string }>(
      "SELECT row_to_json(e)::text AS row FROM authorization_events e",
    );
    expect(rows.some(({ row }) => row.includes(secret.slice(4, -4)))).toBe(false);
  });
});

describe("the list of events", () => {
  it("contains issued codes and tokens too, newest first, and can be filtered", async () => {
    const scene = await mintScene();
    const before = new Date().toISOString();
    await obtainTokens(scene);
    await send(scene, authorizeAttempt(scene, { response_type: "token" }));
    await send(scene, authorizeAttempt(scene, { prompt: "login" }));
    const reasons = async (query: Record<string, string>) => {
      const { body } = await list(scene, query, scene.client.clientId);
      return body.error ?? listOf(body.items).map(({ reason }) => reason);
    };
    expect(await reasons({})).toEqual([
      "invalid_request",
      "unsupported_response_type",
      "offline",
      "authorization_code",
    ]);
    expect(await reasons({ outcome: "issued" })).toEqual(["offline", "authorization_code"]);
    expect(await reasons({ kind: "authorize", page_size: "1", page_no: "2" })).toEqual([
      "unsupported_response_type",
    ]);
    expect(await reasons({ check: "prompt" })).toEqual(["invalid_request"]);
    expect(await reasons({ reason: "offline", from: before })).toEqual(["offline"]);
    expect(await reasons({ to: before })).toEqual([]);
    expect(await reasons({ from: "yesterday" })).toBe("invalid_request");
    expect(await reasons({ kind: "dance" })).toBe("invalid_request");
  });
});

it("logs a seller's Don't allow as declined and does not count it as an error", async () => {
  const extension = await mintExtension();
  const { organizationId, client } = extension;
  const denied = await pressConsent(await requestConsent(extension), extension.seller, {
    decision: "deny",
  });
  expect(denied.status).toBe(303);
  const { userId } = await db().organizationMember.findFirstOrThrow({ where: { organizationId } });
  const caller: Caller = { kind: "user", organizationId, userId, role: "owner" };
  const params = { organization_id: organizationId, client_id: client.clientId };

  const list = async (outcome: "refused" | "declined") => {
    const query = { outcome, page_no: 1, page_size: 10 };
    return (await perform(listEvents, { params, query, caller })).body.items;
  };
  expect(await list("refused")).toEqual([]);
  expect(await list("declined")).toMatchObject([{ outcome: "declined", reason: "access_denied" }]);

  const { body } = await perform(getActivity, { params, query: { window: "24h" }, caller });
  expect(body.totals.refused).toEqual({});
  const query = { state: "open", limit: 5 } as const;
  expect((await perform(listIssues, { query, caller })).body.items).toEqual([]);
});
