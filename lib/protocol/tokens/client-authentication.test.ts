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
import { mintClient, mintSecret } from "@/test/factories/mint";
import { aMinuteAgo, mintCode } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintRefreshToken } from "@/test/factories/mint-tokens";
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
    const noId = await call({ authorization: pair("nobody", "nothing") });
    expectInvalidClient(wrong);
    const { request_id: _, error_uri: __, ...words } = wrong.body;
    expect(unknown.body).toMatchObject(words);
    expect(noId.body).toMatchObject(words);
    expect(unknown.headers.get("www-authenticate")).toBe(wrong.headers.get("www-authenticate"));
  });

  it("rejects another client's secret", async () => {
    const otherClient = await mintClient(installation.organizationId);
    const authorization = pair(installation.client.clientId, otherClient.clientSecret);
    expectInvalidClient(await call({ authorization }));
  });

  it("rejects an empty secret", async () => {
    expectInvalidClient(await call({ authorization: pair(installation.client.clientId, "") }));
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

describe("security 44: credentials that are no longer valid are rejected at once", () => {
  it("rejects a deleted client", async () => {
    const { clientId } = installation.client;
    await db().client.update({ where: { clientId }, data: { deletedAt: new Date() } });
    expectInvalidClient(await call({}));
    expectInvalidClient(await exchange("online", installation, await mintCode(installation)));
    expectInvalidClient(await refresh(installation, await mintRefreshToken(installation)));
  });

  it.each([
    ["revoked", { revokedAt: new Date() }],
    ["past its overlap", { expiresAt: aMinuteAgo() }],
  ])("rejects a secret that is %s", async (_what, data) => {
    await db().clientSecret.update({ where: { id: installation.client.secretId }, data });
    expectInvalidClient(await call({}));
  });

  it("overlapping secrets both work and record their last use", async () => {
    const { clientId, secretId } = installation.client;
    const expiresAt = new Date(Date.now() + 60_000);
    await db().clientSecret.update({ where: { id: secretId }, data: { expiresAt } });
    const { secret } = await mintSecret(clientId);
    expect((await call({})).status).toBe(200);
    expect((await call({ authorization: pair(clientId, secret) })).status).toBe(200);
    const used = await db().clientSecret.findMany({ where: { clientId } });
    expect(used.every(({ lastUsedAt }) => lastUsedAt !== null)).toBe(true);
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

  it.each(["client_secret=x", "code=lkc_x", "refresh_token=lkr_x"])(
    "security 36: returns 400 for %s in the URL",
    async (query) => {
      const { status, body } = await call({ query: `?${query}` });
      expect(status).toBe(400);
      expect(body.error).toBe("invalid_request");
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

  it("is recorded for the secret that was sent, at most a minute late", async () => {
    const { secretId, secret } = await mintSecret(installation.client.clientId);
    const authorization = pair(installation.client.clientId, secret);
    await call({ authorization, headers: from("192.0.2.7") });
    await call({ authorization, headers: from("2001:db8::1") });
    expect((await secretOf(secretId)).lastUsedFrom).toBe("192.0.2.7");
    expect((await secretOf(installation.client.secretId)).lastUsedFrom).toBeNull();
    await db().clientSecret.update({ where: { id: secretId }, data: { lastUsedAt: aMinuteAgo() } });
    await call({ authorization, headers: from("2001:db8::1") });
    expect((await secretOf(secretId)).lastUsedFrom).toBe("2001:db8::1");
  });

  it("is not recorded for a wrong secret", async () => {
    const authorization = pair(installation.client.clientId, newToken("secret"));
    await call({ authorization, headers: from("192.0.2.7") });
    const row = await secretOf(installation.client.secretId);
    expect(row).toMatchObject({ lastUsedAt: null, lastUsedFrom: null });
  });
});

it("the tests' basic() matches the platform spec: base64 of API_KEY:API_SECRET", () => {
  const { clientId, clientSecret } = installation.client;
  expect(atob(basic(installation.client).slice(6))).toBe(`${clientId}:${clientSecret}`);
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
