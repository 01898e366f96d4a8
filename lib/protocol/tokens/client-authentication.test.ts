import { beforeEach, describe, expect, it } from "vitest";
import { endpoints } from "@/lib/api/endpoints";
import { GET as answer } from "@/lib/api/route";
import { newId } from "@/lib/core/crypto/ids";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { beginLogFacts, endLogFacts } from "@/lib/core/http/log-facts";
import { CLIENT_ADDRESS_HEADER } from "@/lib/core/http/request-info";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { mintClient } from "@/test/factories/mint";
import { mintCode } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintRefreshToken } from "@/test/factories/mint-tokens";
import { introspect, revoke } from "@/test/requests/call-administration";
import type { RouteAnswer } from "@/test/requests/call-route";
import { basic, callToken, exchange, refresh, type TokenCall } from "@/test/requests/call-token";

let installation: Installation;
let here: string;
let lastNetwork = 0;

beforeEach(async () => {
  // Failures are counted by network, so each test uses its own.
  lastNetwork += 1;
  here = `2001:db8:79:${lastNetwork.toString(16)}::1`;
  installation = await mintInstallation();
});

const grant = { grant_type: "client_credentials" };
const call = ({ headers, ...more }: TokenCall) =>
  callToken("offline", installation, {
    json: grant,
    ...more,
    headers: { [CLIENT_ADDRESS_HEADER]: here, ...headers },
  });

function expectInvalidClient({ status, headers, body }: RouteAnswer): void {
  expect(status).toBe(401);
  expect(headers.get("www-authenticate")).toMatch(/^Basic realm="latchkey"/);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(body).toMatchObject({
    error: "invalid_client",
    error_description: expect.any(String),
    error_uri: `${env().baseUrl}/errors/invalid_client?request_id=${body.request_id}`,
    message: expect.any(String),
    request_id: expect.any(String),
  });
}

const pair = (id: string, secret: string) =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;

describe("spec 5 rule 2: failed client authentication returns 401", () => {
  it("rejects a request without credentials", async () => {
    expectInvalidClient(await call({ authorization: null }));
  });

  it("security 34: returns the same message for a wrong secret and an unknown client", async () => {
    const { clientId } = installation.client;
    const wrong = await call({ authorization: pair(clientId, newToken("secret")) });
    const unknown = await call({
      authorization: pair("0123456789abcdef01234567", newToken("secret")),
    });
    const otherClient = await mintClient(installation.organizationId);
    expectInvalidClient(wrong);
    const { request_id: _, error_uri: __, ...words } = wrong.body;
    for (const authorization of [
      pair("nobody", "nothing"),
      pair(clientId, ""),
      pair(clientId, otherClient.clientSecret),
    ]) {
      expect((await call({ authorization })).body).toMatchObject(words);
    }
    expect(unknown.body).toMatchObject(words);
    expect(unknown.headers.get("www-authenticate")).toBe(wrong.headers.get("www-authenticate"));
  });

  it.each(["Basic", "Basic !!!", "Bearer abc", "Digest x", "", "Basic Og=="])(
    "rejects the header %j",
    async (authorization) => {
      expectInvalidClient(await call({ authorization }));
    },
  );

  it("rejects a secret in the body without client_id", async () => {
    const { clientSecret } = installation.client;
    const json = { ...grant, client_secret: clientSecret };
    expectInvalidClient(await call({ json, authorization: null }));
  });

  it("security 33: rejects different credentials in the header and the body", async () => {
    const otherClient = await mintClient(installation.organizationId);
    const { clientId, clientSecret } = installation.client;
    for (const body of [
      { client_id: otherClient.clientId },
      { client_id: clientId, client_secret: otherClient.clientSecret },
      { client_id: otherClient.clientId, client_secret: clientSecret },
    ]) {
      expectInvalidClient(await call({ json: { ...grant, ...body } }));
    }
  });
});

describe("security 38: client authentication precedes every other check", () => {
  it.each([
    ["a malformed code", { grant_type: "authorization_code", code: "abc" }],
    ["no code", { grant_type: "authorization_code" }],
    ["a malformed refresh token", { grant_type: "refresh_token", refresh_token: "abc" }],
    ["no refresh token", { grant_type: "refresh_token" }],
    ["an unknown grant type", { grant_type: "password" }],
    ["no grant type", {}],
  ])("a wrong secret is reported first when sent with %s", async (_what, json) => {
    const authorization = pair(installation.client.clientId, newToken("secret"));
    expectInvalidClient(await call({ json, authorization }));
  });

  it("a wrong secret consumes neither a code nor a refresh token", async () => {
    const wrong = { ...installation, client: { ...installation.client, clientSecret: "wrong" } };
    const code = await mintCode(installation);
    const refreshToken = await mintRefreshToken(installation);
    expectInvalidClient(await exchange("online", wrong, code));
    expectInvalidClient(await refresh(wrong, refreshToken));
    expect((await exchange("online", installation, code)).status).toBe(200);
    expect((await refresh(installation, refreshToken)).status).toBe(200);
  });
});

describe("a malformed token request", () => {
  it("security 36: returns 405 with Allow for GET and other methods", async () => {
    const url = `${env().baseUrl}${OAUTH_PATH}/company/${installation.companyId}/oauth/token`;
    for (const method of ["GET", "PUT"]) {
      const response = await answer(new Request(url, { method }));
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("POST, OPTIONS");
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
  });

  it.each(["client_secret=x", "code=lkc_x", "refresh_token=lkr_x", "token=x"])(
    "security 36: returns 400 for %s in the URL",
    async (query) => {
      const { status, body } = await call({ query: `?${query}` });
      expect([status, body.error]).toEqual([400, "invalid_request"]);
      expect(body.message).toContain("must be in the body");
      expect((await call({ query: "?tracing=1" })).status).toBe(200);
    },
  );

  it.each([
    ["security 53: a body over 64 KB gets 413", { raw: "x".repeat(65_537) }, 413],
    ["security 53: broken JSON gets 400", { raw: "{" }, 400],
    ["JSON that is not an object gets 400", { raw: '["a"]' }, 400],
    ["a parameter that is not a string gets 400", { json: { ...grant, code: 1 } }, 400],
    ["a scope that is not a string gets 400", { json: { ...grant, scope: { a: 1 } } }, 400],
    ["NUL gets 400", { json: { ...grant, code: "a\0" } }, 400],
    [
      "security 53: another Content-Type gets 415",
      { raw: "a=b", headers: { "content-type": "text/plain" } },
      415,
    ],
    [
      "security 8: a repeated form field gets 400",
      {
        raw: "grant_type=client_credentials&grant_type=refresh_token",
        headers: { "content-type": "application/x-www-form-urlencoded" },
      },
      400,
    ],
    ["an unknown grant type gets 400", { json: { grant_type: "password" } }, 400],
    ["a malformed company_id gets 400", { subject: "company/abc" }, 400],
  ])("is rejected: %s", async (_what, request, expected) => {
    const { status, headers, body } = await call(request);
    expect(status).toBe(expected);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body.message).toEqual(expect.any(String));
    expect(body.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  });

  it("security 50: stores no secret sent in the wrong place", async () => {
    const secret = newToken("secret");
    const requestId = `misplaced-${installation.companyId}`;
    await call({
      json: { ...grant, scope: secret },
      headers: { "x-request-id": requestId },
    });
    const event = await db().authorizationEvent.findFirstOrThrow({ where: { requestId } });
    expect(event).toMatchObject({ outcome: "refused", reason: "invalid_scope" });
    expect(event.detail).not.toContain(secret);
  });
});

describe("the last use of a secret", () => {
  const secretOf = (id: string) => db().clientSecret.findUniqueOrThrow({ where: { id } });
  const from = (address: string) => ({ [CLIENT_ADDRESS_HEADER]: address });

  it.each(["token", "offline-token", "par", "introspect", "revoke"])(
    "is recorded with the caller's address at %s",
    async (endpoint) => {
      const { client, companyId } = installation;
      const ofCompany = endpoint !== "introspect" && endpoint !== "revoke";
      const subject = ofCompany ? `/company/${companyId}` : "";
      const path = `${OAUTH_PATH}${subject}/oauth/${endpoint}`;
      const handler = endpoints.find((one) =>
        one.path.endsWith(`${ofCompany ? "{company_id}" : "v1.0"}/oauth/${endpoint}`),
      )?.handler;
      await handler?.(
        new Request(`${env().baseUrl}${path}`, {
          method: "POST",
          headers: { ...from("192.0.2.7"), authorization: basic(client) },
          body: new URLSearchParams({ ...grant, token: newToken("offline") }),
        }),
      );
      const { lastUsedAt, lastUsedFrom } = await secretOf(client.secretId);
      expect(lastUsedFrom).toBe("192.0.2.7");
      expect(Date.now() - (lastUsedAt?.getTime() ?? 0)).toBeLessThan(60_000);
    },
  );
});

it("the server's log names the client of a request that is rejected, unless its secret is wrong", async () => {
  const requestId = newId();
  const logged = async (more: TokenCall) => {
    const facts = beginLogFacts(requestId);
    expect((await call({ ...more, headers: { "x-request-id": requestId } })).status).not.toBe(200);
    endLogFacts(requestId);
    return facts.clientId;
  };
  const { client } = installation;
  expect(await logged({ json: { grant_type: "unknown" } })).toBe(client.clientId);
  const authorization = basic({ ...client, clientSecret: newToken("secret") });
  expect(await logged({ authorization })).toBeUndefined();
});

describe("the failure log of a client", () => {
  const UNKNOWN = newToken("refresh");
  const lastFailure = async () => {
    const where = { clientId: installation.client.clientId, outcome: "refused" } as const;
    return db().authorizationEvent.findFirst({ where, orderBy: { createdAt: "desc" } });
  };

  it.each([
    ["refresh", { grant_type: "refresh_token", refresh_token: UNKNOWN }],
    ["refresh", { grant_type: "authorization_code", refresh_token: UNKNOWN }],
    ["refresh", { grant_type: "refresh_token" }],
    ["token", { grant_type: "authorization_code", code: newToken("code") }],
  ] as const)("calls a failed request a %s when it sends %j", async (kind, json) => {
    expect((await call({ json })).status).toBe(400);
    const { companyId } = installation;
    expect(await lastFailure()).toMatchObject({ kind, companyId, authenticated: true });
    const client = { ...installation.client, clientSecret: newToken("secret") };
    expect((await call({ json, authorization: basic(client) })).status).toBe(401);
    expect(await lastFailure()).toMatchObject({ kind, authenticated: false });
  });

  it.each([
    [{ code: "x" }, "authorization_code"],
    [{ refresh_token: "x" }, "refresh_token"],
    [{ code: "x", refresh_token: "x" }, "refresh_token"],
  ])("advises the grant type that a request with %j meant", async (json, value) => {
    const { status, body } = await call({ json });
    expect([status, body.error]).toEqual([400, "invalid_request"]);
    const fix = { kind: "set_parameter", name: "grant_type", value };
    expect((await lastFailure())?.fix).toEqual(fix);
  });
});

it("revoking and introspecting need a token, and the client's secret", async () => {
  const { client } = installation;
  const wrong = { ...client, clientSecret: newToken("secret") };
  for (const ask of [revoke, introspect]) {
    expect((await ask(client, "")).body.error).toBe("invalid_request");
    for (const token of [newToken("offline"), newToken("refresh"), newId()]) {
      const { status, body } = await ask(wrong, token);
      expect([status, body.error]).toEqual([401, "invalid_client"]);
    }
  }
});
