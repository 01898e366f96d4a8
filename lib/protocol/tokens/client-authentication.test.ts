import { beforeEach, describe, expect, it } from "vitest";
import { GET as answer } from "@/lib/api/route";
import { newId } from "@/lib/core/crypto/ids";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { beginLogFacts, endLogFacts } from "@/lib/core/http/log-facts";
import { CLIENT_ADDRESS_HEADER } from "@/lib/core/http/request-info";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { type MintedClient, mintClient } from "@/test/factories/mint";
import { mintCode } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintRefreshToken } from "@/test/factories/mint-tokens";
import { introspect, revoke } from "@/test/requests/call-administration";
import type { RouteAnswer } from "@/test/requests/call-route";
import { basic, callToken, exchange, refresh, type TokenCall } from "@/test/requests/call-token";
import { newAddress } from "@/test/requests/own-address";

const GRANT = { grant_type: "client_credentials" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };

let installation: Installation;
let otherClient: MintedClient;
let wrong: Installation;
let here: string;

beforeEach(async () => {
  // Failures are counted by network, so each test uses its own.
  here = newAddress();
  installation = await mintInstallation();
  otherClient = await mintClient(installation.organizationId);
  const client = { ...installation.client, clientSecret: newToken("secret") };
  wrong = { ...installation, client };
});

const call = ({ headers, ...more }: TokenCall) =>
  callToken("offline", installation, {
    json: GRANT,
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

const pair = (clientId: string, clientSecret: string) => basic({ clientId, clientSecret });
const inBody = (more: object): TokenCall => ({ json: { ...GRANT, ...more } });
const swap = ({ clientId, clientSecret }: MintedClient) => ({
  client_id: clientSecret,
  client_secret: clientId,
});

describe("spec 5 rule 2: a request gets 401 without the credentials of a client", () => {
  it.each<[string, () => TokenCall]>([
    ["it has none", () => ({ authorization: null })],
    ...["Basic", "Basic !!!", "Bearer abc", "Digest x", "", "Basic Og=="].map(
      (authorization): [string, () => TokenCall] => [
        `its header is ${JSON.stringify(authorization)}`,
        () => ({ authorization }),
      ],
    ),
    [
      "its body has a secret without client_id",
      () => ({
        ...inBody({ client_secret: installation.client.clientSecret }),
        authorization: null,
      }),
    ],
    [
      "security 33: its body has another client_id",
      () => inBody({ client_id: otherClient.clientId }),
    ],
    [
      "security 33: its body has another secret",
      () => inBody({ client_id: installation.client.clientId, client_secret: newToken("secret") }),
    ],
    [
      "security 33: its body has another client_id with the same secret",
      () =>
        inBody({
          client_id: otherClient.clientId,
          client_secret: installation.client.clientSecret,
        }),
    ],
    ...[
      { code: "abc", grant_type: "authorization_code" },
      { grant_type: "authorization_code" },
      { grant_type: "refresh_token", refresh_token: "abc" },
      { grant_type: "refresh_token" },
      { grant_type: "password" },
      {},
    ].map((json): [string, () => TokenCall] => [
      `security 38: its secret is wrong, and so is ${JSON.stringify(json)}`,
      () => ({ json, authorization: basic(wrong.client) }),
    ]),
  ])("when %s", async (_what, make) => {
    expectInvalidClient(await call(make()));
  });

  it("security 34: whose message is the same for a wrong secret and an unknown client", async () => {
    const { clientId } = installation.client;
    const answer401 = await call({ authorization: basic(wrong.client) });
    expectInvalidClient(answer401);
    const { request_id: _, error_uri: __, ...words } = answer401.body;
    for (const authorization of [
      pair("0123456789abcdef01234567", newToken("secret")),
      pair("nobody", "nothing"),
      pair(clientId, ""),
      pair(clientId, otherClient.clientSecret),
    ]) {
      const { headers, body } = await call({ authorization });
      expect(body).toMatchObject(words);
      const challenge = answer401.headers.get("www-authenticate");
      expect(headers.get("www-authenticate")).toBe(challenge);
    }
  });

  it("whose message says that key and secret are swapped, whether or not they exist", async () => {
    const unreal = { ...wrong.client, clientId: "0".repeat(24) };
    for (const client of [installation.client, unreal]) {
      for (const sent of [
        { authorization: pair(client.clientSecret, client.clientId) },
        { ...inBody(swap(client)), authorization: null },
      ]) {
        const { status, body } = await call(sent);
        const message = "The API key and the API secret are swapped. Send the API key first.";
        expect([status, body.message]).toEqual([401, message]);
      }
    }
  });

  it("security 38: and neither a code nor a refresh token is used up", async () => {
    const code = await mintCode(installation);
    const refreshToken = await mintRefreshToken(installation);
    expectInvalidClient(await exchange("online", wrong, code));
    expectInvalidClient(await refresh(wrong, refreshToken));
    expect((await exchange("online", installation, code)).status).toBe(200);
    expect((await refresh(installation, refreshToken)).status).toBe(200);
  });

  it("when it introspects or revokes, whatever the token, which it must have", async () => {
    for (const ask of [revoke, introspect]) {
      expect((await ask(installation.client, "")).body.error).toBe("invalid_request");
      for (const token of [newToken("offline"), newToken("refresh"), newId()]) {
        expectInvalidClient(await ask(wrong.client, token));
      }
    }
  });
});

describe("a malformed token request", () => {
  it("security 36: gets 405 with Allow for GET and other methods", async () => {
    const url = `${env().baseUrl}${OAUTH_PATH}/company/${installation.companyId}/oauth/token`;
    for (const method of ["GET", "PUT"]) {
      const { status, headers } = await answer(new Request(url, { method }));
      expect([status, headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });

  const asForm = (raw: string) => ({ raw, headers: FORM });
  const leaks = ["client_secret=x", "code=lkc_x", "refresh_token=lkr_x", "token=x"];

  it.each<[string, TokenCall, number, string]>([
    ...leaks.map((query): [string, TokenCall, number, string] => [
      ...([`security 36: ${query} is in the URL`, { query: `?${query}` }, 400] as const),
      "must be in the body",
    ]),
    ["security 53: it has over 64 KB", { raw: "x".repeat(65_537) }, 413, ""],
    ["security 53: its JSON is broken", { raw: "{" }, 400, ""],
    ["its JSON is no object", { raw: '["a"]' }, 400, ""],
    ["a parameter is not a string", inBody({ code: 1 }), 400, '"code" must be a string'],
    ["a scope is not a string", inBody({ scope: { a: 1 } }), 400, ""],
    ["NUL is in it", inBody({ code: "a\0" }), 400, ""],
    ["security 53: it is text", { raw: "a=b", headers: { "content-type": "text/plain" } }, 415, ""],
    ["security 8: a field is repeated", asForm("scope=a&scope=b"), 400, '"scope" is repeated'],
    ["security 8: a field is repeated, empty", asForm("scope=a&scope="), 400, "is repeated"],
    ["security 8: an empty field is repeated", asForm("scope=&scope=a"), 400, "is repeated"],
    ["security 8: two empty fields are repeated", asForm("scope=&scope="), 400, "is repeated"],
    ["its grant type is unknown", { json: { grant_type: "password" } }, 400, ""],
    ["the company_id is malformed", { subject: "company/abc" }, 400, ""],
    ["its JSON is called a form", asForm('{"grant_type":"a"}'), 400, "The body is JSON, but"],
    [
      "its form is called JSON",
      { raw: "grant_type=a&scope=a%2Fb" },
      400,
      "The body is a form, but",
    ],
  ])("is rejected if %s", async (_what, request, expected, says) => {
    const { status, headers, body } = await call(request);
    expect(status).toBe(expected);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body.message).toContain(says);
    expect(body.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  });

  it.each<[string, TokenCall]>([
    ["a form contains JSON", { form: { grant_type: "password", note: '{"a":1}' } }],
    ["JSON contains a form", { json: { grant_type: "password", note: "a=1&b=2" } }],
  ])("is not called one of the wrong type because %s", async (_what, request) => {
    expect((await call(request)).body.error).toBe("unsupported_grant_type");
  });
});

it("the last use of a secret is recorded with the caller's address", async () => {
  await call({ headers: { [CLIENT_ADDRESS_HEADER]: "192.0.2.7" } });
  const where = { id: installation.client.secretId };
  const { lastUsedFrom } = await db().clientSecret.findUniqueOrThrow({ where });
  expect(lastUsedFrom).toBe("192.0.2.7");
});

it("the server's log names the client of a request that is rejected, unless its secret is wrong", async () => {
  const requestId = newId();
  const logged = async (more: TokenCall) => {
    const facts = beginLogFacts(requestId);
    expect((await call({ ...more, headers: { "x-request-id": requestId } })).status).not.toBe(200);
    endLogFacts(requestId);
    return facts.clientId;
  };
  expect(await logged({ json: { grant_type: "unknown" } })).toBe(installation.client.clientId);
  expect(await logged({ authorization: basic(wrong.client) })).toBeUndefined();
});

// failure-log.test.ts has what it says about other requests.
it.each([
  [{ code: "x" }, "authorization_code"],
  [{ refresh_token: "x" }, "refresh_token"],
  [{ code: "x", refresh_token: "x" }, "refresh_token"],
])("the failure log advises the grant type that a request with %j meant", async (json, value) => {
  const { status, body } = await call({ json });
  expect([status, body.error]).toEqual([400, "invalid_request"]);
  const where = { clientId: installation.client.clientId, outcome: "refused" } as const;
  const event = await db().authorizationEvent.findFirst({ where });
  const fix = { kind: "set_parameter", name: "grant_type", value };
  const kind = "refresh_token" in json ? "refresh" : "token";
  expect(event).toMatchObject({ kind, companyId: installation.companyId, fix });
});
