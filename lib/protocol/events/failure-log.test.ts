import { describe, expect, it } from "vitest";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { pool } from "@/lib/core/db/pool";
import { fixSchema } from "@/lib/core/diagnosis/fix-schemas";
import type { Caller } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { listIssues } from "@/lib/requests/issues/list-issues";
import { getRequestFigures } from "@/lib/requests/log/get-figures";
import { getRequest } from "@/lib/requests/log/get-request";
import { listRequests } from "@/lib/requests/log/list-requests";
import { requestDetailSchema } from "@/lib/requests/log/schemas";
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

/** The requests of a client, as a developer of the scene's organization reads them. */
const list = (
  { organizationId, developer }: Scene,
  query: Record<string, string>,
  clientId: string,
) =>
  callRoute(listRequests, {
    params: { organization_id: organizationId },
    query: { client_id: clientId, ...query },
    as: developer,
  });

const get = ({ organizationId, developer }: Scene, requestId: string) =>
  callRoute(getRequest, {
    params: { organization_id: organizationId, request_id: requestId },
    as: developer,
  });

async function readEntry(scene: Scene, requestId: string) {
  const { status, body } = await get(scene, requestId);
  expect(status).toBe(200);
  return requestDetailSchema.parse(body);
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
      outcome: "denied",
      check: broken.check,
      authenticated: broken.authenticated,
    });
    if (denied.body) expect(entry).toMatchObject({ message: denied.body.message });
    expect(entry.difference ?? "").toContain(broken.says ?? "");

    const { text, ...fix } = entry.fix ?? { text: "" };
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

  it("security 47: hides the client's requests from other organizations, even by request id", async () => {
    const scene = await mintScene();
    const { requestId } = await send(scene, authorizeAttempt(scene, { response_type: "token" }));
    const otherScene = await mintScene();
    expect((await get(otherScene, requestId)).status).toBe(404);
    for (const { client } of [scene, otherScene]) {
      const answer = await list(otherScene, { q: requestId }, client.clientId);
      expect(answer.body.items).toEqual([]);
    }
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
    expect(await readEntry(scene, requestId)).toMatchObject({ outcome: "denied" });
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

describe("the list of requests", () => {
  it("contains issued codes and tokens too, newest first, and can be filtered", async () => {
    const scene = await mintScene();
    const before = new Date().toISOString();
    await obtainTokens(scene);
    await send(scene, authorizeAttempt(scene, { response_type: "token" }));
    await send(scene, authorizeAttempt(scene, { prompt: "login" }));
    const codes = async (query: Record<string, string>) => {
      const { body } = await list(scene, query, scene.client.clientId);
      return body.error ?? listOf(body.items).map(({ code }) => code);
    };
    expect(await codes({})).toEqual([
      "invalid_request",
      "unsupported_response_type",
      "offline",
      "authorization_code",
    ]);
    expect(await codes({ denied: "false" })).toEqual(["offline", "authorization_code"]);
    expect(await codes({ kind: "token", limit: "1" })).toEqual(["offline"]);
    expect(await codes({ check: "prompt" })).toEqual(["invalid_request"]);
    expect(await codes({ code: "offline", from: before })).toEqual(["offline"]);
    expect(await codes({ to: before })).toEqual([]);
    expect(await codes({ from: "yesterday" })).toBe("invalid_request");
    expect(await codes({ kind: "dance" })).toBe("invalid_request");
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
  const list = async (denied: boolean) => {
    const query = { client_id: client.clientId, denied, limit: 10 };
    return (await perform(listRequests, { query, caller })).body.items;
  };
  expect(await list(true)).toEqual([]);
  expect(await list(false)).toMatchObject([{ outcome: "declined", code: "access_denied" }]);

  const { body } = await perform(getRequestFigures, { query: { window: "24h" }, caller });
  expect(body.totals.denied).toEqual({});
  const query = { state: "open", limit: 5 } as const;
  expect((await perform(listIssues, { query, caller })).body.items).toEqual([]);
});
