import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newToken } from "@/lib/kernel/crypto/tokens";
import { db } from "@/lib/kernel/db/client";
import {
  mintClient,
  mintCompany,
  mintCompanyMember,
  mintManagementToken,
} from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
} from "@/test/factories/mint-installation";
import { mintServiceKey, mintServiceToken } from "@/test/factories/mint-platform";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { callGate, type GatedCall, loggedCalls, useRules } from "@/test/requests/call-gate";
import type { RouteAnswer } from "@/test/requests/call-route";

const ORDERS = "/orders/v1.0/company/{company_id}/orders";
const CALLER_HEADERS = [
  "x-latchkey-client-id",
  "x-latchkey-company-id",
  "x-latchkey-organization-id",
  "x-latchkey-subject",
  "x-latchkey-token-kind",
  "x-latchkey-scopes",
  "x-latchkey-request-id",
];

let installation: Installation;
let key: string;

beforeAll(() => {
  useRules([
    { methods: ["GET"], path: ORDERS, all: ["company/orders/read"], company: true },
    { methods: ["PUT"], path: ORDERS, all: ["company/orders/write"], company: true },
    {
      methods: ["GET"],
      path: "/products",
      any: ["company/products/read", "company/products/write"],
    },
    {
      methods: ["PUT"],
      path: "/products",
      any: ["company/prices/write", "company/products/write"],
    },
    { methods: ["GET"], path: "/ping/{name}" },
    { methods: ["GET"], path: "/organization", any: ["organization/clients/read"] },
  ]);
});

beforeEach(async () => {
  installation = await mintInstallation();
  key = (await mintServiceKey(["platform/gate"])).clientSecret;
});

const ordersOf = (companyId: number | string) => ORDERS.replace("{company_id}", String(companyId));
const offline = () => mintAccessToken(installation, "offline");
const ask = (call: Partial<GatedCall>) => callGate({ key, uri: "/ping/x", ...call });
const callsOf = () => loggedCalls(installation.client.clientId);
const failures = () =>
  db().authorizationEvent.findMany({
    where: { clientId: installation.client.clientId, outcome: "refused" },
    orderBy: { id: "asc" },
  });

function callerOf({ headers }: RouteAnswer): Record<string, string | null> {
  return Object.fromEntries(CALLER_HEADERS.map((name) => [name.slice(11), headers.get(name)]));
}

function expectChallenge(answer: RouteAnswer, error?: string): void {
  const challenge = answer.headers.get("www-authenticate");
  expect(challenge).toMatch(/^Bearer realm="latchkey"/);
  if (error) expect(challenge).toContain(`error="${error}"`);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("content-type")).toBe("application/json");
  const keys = ["error", "error_description", "error_uri", "message", "request_id"];
  expect(Object.keys(answer.body).toSorted()).toEqual(keys);
  const sent = CALLER_HEADERS.filter((name) => answer.headers.has(name));
  expect(sent).toEqual(["x-latchkey-request-id"]);
  expect(answer.headers.get("x-latchkey-request-id")).toBe(answer.body.request_id);
}

describe("an allowed call", () => {
  it("with an offline token names the extension, its company and its system user", async () => {
    const answer = await ask({ token: await offline(), uri: ordersOf(installation.companyId) });
    expect(answer.status).toBe(200);
    expect(callerOf(answer)).toEqual({
      "client-id": installation.client.clientId,
      "company-id": String(installation.companyId),
      "organization-id": "",
      subject: `system:${installation.client.systemUserId}`,
      "token-kind": "offline",
      scopes: INSTALLED_SCOPES.join(" "),
      "request-id": expect.stringMatching(/^[0-9a-f]{24}$/),
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  it("with an online token names the person, by the platform's id where there is one", async () => {
    const staff = await mintCompanyMember(installation.companyId, "staff");
    const token = await mintAccessToken(installation, "online", { userId: staff.userId });
    expect(callerOf(await ask({ token }))).toMatchObject({
      subject: `user:${staff.userId}`,
      "token-kind": "online",
    });
    const externalId = `s-${staff.userId}@"shop",1`;
    await db().user.update({ where: { id: staff.userId }, data: { externalId } });
    expect(callerOf(await ask({ token })).subject).toBe(`user:${externalId}`);
  });

  it("with an organization's token names the organization and no company", async () => {
    const { organizationId } = installation;
    const { token, client } = await mintManagementToken(organizationId, [
      "organization/clients/read",
    ]);
    const answer = await ask({ token, uri: "/organization" });
    expect(callerOf(answer)).toMatchObject({
      "client-id": client.clientId,
      "company-id": "",
      "organization-id": organizationId,
      "token-kind": "client_credentials",
    });
  });

  it("has only the scopes that the grant and the client still have", async () => {
    const token = await offline();
    await db().grant.update({
      where: { id: installation.grantId },
      data: { scopes: ["company/orders/read"] },
    });
    expect(callerOf(await ask({ token })).scopes).toBe("company/orders/read");
    expect((await ask({ token, uri: "/products" })).status).toBe(403);
  });

  it("needs one of the rule's `any` scopes and all of its `all` scopes", async () => {
    const scopes = ["company/products/write", "company/orders/read", "company/orders/write"];
    await db().client.updateMany({
      where: { clientId: installation.client.clientId },
      data: { scopes },
    });
    await db().grant.update({ where: { id: installation.grantId }, data: { scopes } });
    const token = await mintAccessToken(installation, "offline", { scopes });
    for (const uri of ["/products", ordersOf(installation.companyId)]) {
      expect((await ask({ token, uri })).status).toBe(200);
      expect((await ask({ token, uri, method: "PUT" })).status).toBe(200);
    }
  });

  it("is in the API log with its rule, its scope and the gate's key", async () => {
    const uri = `${ordersOf(installation.companyId)}?status=open`;
    const answer = await ask({ token: await offline(), uri });
    expect(await callsOf()).toMatchObject([
      {
        requestId: answer.headers.get("x-latchkey-request-id"),
        clientId: installation.client.clientId,
        companyId: installation.companyId,
        organizationId: null,
        callerKind: "system_user",
        systemUserId: installation.client.systemUserId,
        userId: null,
        scope: "company/orders/read",
        method: "GET",
        path: ORDERS,
        status: null,
        milliseconds: null,
        denial: null,
      },
    ]);
    expect(answer.headers.get("x-request-id")).toBe(answer.headers.get("x-latchkey-request-id"));
  });

  it("does not take its id in the API log from the caller", async () => {
    const token = await offline();
    const headers = { "x-request-id": "chosen-by-the-caller" };
    const { headers: answered } = await ask({ token, headers });
    expect(answered.get("x-latchkey-request-id")).toMatch(/^[0-9a-f]{24}$/);
  });
});

type Case = {
  what: string;
  /** Changes what belongs to the installation, or says what is sent instead. */
  with: () => Partial<GatedCall> | Promise<Partial<GatedCall> | undefined>;
  status: 401 | 403;
  error: string;
  message: RegExp;
  /** The denial in the API log. */
  denial: string;
  path?: string | null;
};

const client = () => ({ where: { clientId: installation.client.clientId } });

const denials: Case[] = [
  {
    what: "lacks a scope that the client is not registered for",
    with: () => ({ uri: ordersOf(installation.companyId), method: "PUT" }),
    status: 403,
    error: "insufficient_scope",
    message: /not registered for the scope company\/orders\/write/,
    denial: "access_token_scope",
    path: ORDERS,
  },
  {
    what: "lacks all of a rule's `any` scopes",
    with: () => ({ uri: "/products", method: "PUT" }),
    status: 403,
    error: "insufficient_scope",
    message: /company\/prices\/write/,
    denial: "access_token_scope",
    path: "/products",
  },
  {
    what: "has expired",
    with: async () => {
      await db().accessToken.updateMany({ ...client(), data: { expiresAt: aMinuteAgo() } });
      return undefined;
    },
    status: 401,
    error: "invalid_token",
    message: /has expired/,
    denial: "access_token_live",
  },
  {
    what: "was revoked",
    with: async () => {
      await db().accessToken.updateMany({ ...client(), data: { revokedAt: new Date() } });
      return undefined;
    },
    status: 401,
    error: "invalid_token",
    message: /was revoked/,
    denial: "grant_live",
  },
  {
    what: "belongs to a removed grant",
    with: async () => {
      await db().grant.updateMany({ ...client(), data: { revokedAt: new Date() } });
      return undefined;
    },
    status: 401,
    error: "invalid_token",
    message: /was revoked/,
    denial: "grant_live",
  },
  {
    what: "belongs to a suspended extension",
    with: async () => {
      const data = { suspendedAt: new Date(), suspensionReason: "It sold data" };
      await db().client.updateMany({ ...client(), data });
      return undefined;
    },
    status: 401,
    error: "invalid_token",
    message: /suspended this extension: It sold data/,
    denial: "client_not_suspended",
  },
  {
    what: "is for a suspended company",
    with: async () => {
      const where = { id: installation.companyId };
      await db().company.update({ where, data: { status: "suspended" } });
      return undefined;
    },
    status: 401,
    error: "invalid_token",
    message: /suspended or closed the company/,
    denial: "subject_active",
  },
  {
    what: "belongs to an inactive client",
    with: async () => {
      await db().client.updateMany({ ...client(), data: { isActive: false } });
      return undefined;
    },
    status: 401,
    error: "invalid_token",
    message: /inactive/,
    denial: "client_active",
  },
  {
    what: "calls a path without a rule",
    with: () => ({ uri: "/customers" }),
    status: 403,
    error: "call_denied",
    message: /no rule for this method and path/,
    denial: "gate_rule",
    path: null,
  },
  {
    what: "calls with a method without a rule",
    with: () => ({ method: "DELETE" }),
    status: 403,
    error: "call_denied",
    message: /no rule for this method and path/,
    denial: "gate_rule",
    path: null,
  },
  {
    what: "calls a path that can be read in two ways",
    with: () => ({ uri: "/ping/..%2fx" }),
    status: 403,
    error: "call_denied",
    message: /different ways/,
    denial: "path",
    path: null,
  },
];

describe.each(denials)("a token that $what", (each) => {
  it("is denied on the next call, with what to do, in the response and both logs", async () => {
    const token = await offline();
    expect((await ask({ token })).status).toBe(200);
    const change = (await each.with()) ?? {};
    const answer = await ask({ token, ...change });
    expect([answer.status, answer.body.error]).toEqual([each.status, each.error]);
    expect(answer.body.message).toMatch(each.message);
    expectChallenge(answer, each.status === 401 ? "invalid_token" : "insufficient_scope");
    const [, denied, ...others] = await callsOf();
    expect(others).toEqual([]);
    expect(denied).toMatchObject({
      requestId: answer.body.request_id,
      clientId: installation.client.clientId,
      companyId: installation.companyId,
      scope: null,
      method: change.method ?? "GET",
      path: each.path === undefined ? "/ping/{name}" : each.path,
      status: each.status,
      denial: each.denial,
    });
    expect(await failures()).toMatchObject([
      {
        kind: "bearer",
        reason: each.error,
        check: each.denial,
        authenticated: true,
        requestId: answer.body.request_id,
      },
    ]);
  });
});

it("the failure log says which scopes a call needs and which the token has", async () => {
  await ask({ token: await offline(), uri: ordersOf(installation.companyId), method: "PUT" });
  expect(await failures()).toMatchObject([
    {
      difference:
        "This call needs company/orders/write; the token has company/orders/read, company/products/read.",
      fix: { kind: "request_scopes", scopes: ["company/orders/write"] },
    },
  ]);
});

it("a client that is denied over and over has a bounded failure log, and all denials in the API log", async () => {
  const token = await offline();
  for (let batch = 0; batch < 10; batch += 1) {
    await Promise.all(Array.from({ length: 8 }, () => ask({ token, uri: "/customers" })));
  }
  expect(await callsOf()).toHaveLength(80);
  expect((await failures()).length).toBeLessThanOrEqual(60);
});

describe("security 84: a gate without a valid key", () => {
  const wrong: [string, () => string | null | Promise<string | null>][] = [
    ["no key", () => null],
    ["an empty key", () => ""],
    ["a key that no one has", () => newToken("secret")],
    ["a key that is cut off", () => key.slice(0, -1)],
    ["two keys", () => `${key}, ${key}`],
    ["the secret of an extension", async () => installation.client.clientSecret],
    [
      "the secret of a service key with every other scope",
      async () => {
        const made = await mintServiceKey(["platform/directory/read", "platform/introspect"]);
        return made.clientSecret;
      },
    ],
    ["an access token of a service key", () => mintServiceToken(["platform/introspect"])],
    [
      "the secret of a revoked key",
      async () => {
        const made = await mintServiceKey(["platform/gate"]);
        const data = { revokedAt: new Date() };
        await db().serviceKey.update({ where: { id: made.clientId }, data });
        return made.clientSecret;
      },
    ],
    [
      "a revoked secret",
      async () => {
        const made = await mintServiceKey(["platform/gate"]);
        const data = { revokedAt: new Date() };
        await db().serviceKeySecret.updateMany({ where: { keyId: made.clientId }, data });
        return made.clientSecret;
      },
    ],
    [
      "a secret past its overlap",
      async () => {
        const made = await mintServiceKey(["platform/gate"]);
        const data = { expiresAt: aMinuteAgo() };
        await db().serviceKeySecret.updateMany({ where: { keyId: made.clientId }, data });
        return made.clientSecret;
      },
    ],
  ];

  it.each(wrong)(
    "that sends %s gets the same 401 for every call, and leaves no trace",
    async (_what, make) => {
      const sent = await make();
      const token = await offline();
      const calls: Partial<GatedCall>[] = [
        { token, uri: "/products" },
        { token, uri: "/customers" },
        { uri: "/products" },
        { token, headers: { "x-forwarded-method": "GET", "x-forwarded-uri": "/products" } },
        { token: newToken("refresh"), uri: "http://evil.test/.." },
      ];
      for (const call of calls) {
        const answer = await callGate({ uri: "/", ...call, key: sent });
        expect(answer.status).toBe(401);
        expectChallenge(answer);
        const { request_id: _, error_uri: __, ...same } = answer.body;
        expect(same).toEqual({
          error: "unauthenticated",
          message: expect.stringContaining("X-Gate-Key"),
          error_description: expect.stringContaining("X-Gate-Key"),
        });
      }
      expect(await callsOf()).toEqual([]);
      expect(await failures()).toEqual([]);
    },
  );
});

it("the use of a gate key is recorded", async () => {
  const made = await mintServiceKey(["platform/gate"]);
  await ask({ key: made.clientSecret, token: await offline() });
  await expect
    .poll(() => db().serviceKeySecret.findFirst({ where: { keyId: made.clientId } }))
    .toMatchObject({ lastUsedAt: expect.any(Date) });
});

describe("security 85: an original request", () => {
  const pair = (method: string, uri: string) => ({
    "x-forwarded-method": method,
    "x-forwarded-uri": uri,
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      "that a second pair of headers contradicts",
      { ...original(), ...pair("GET", "/ping/x") },
      /two original requests/,
    ],
    [
      "beside which a caller sent X-Forwarded-Uri",
      { ...original(), "x-forwarded-uri": "/ping/x" },
      /two original requests/,
    ],
    [
      "beside which a caller sent an empty X-Forwarded-Method",
      { ...original(), "x-forwarded-method": "" },
      /two original requests/,
    ],
    [
      "beside which a caller sent X-Original-Method",
      { ...pair("GET", "/ping/x"), "x-original-method": "GET" },
      /two original requests/,
    ],
    ["that is missing", {}, /no original request/],
    ["without a method", { "x-original-uri": "/ping/x" }, /no original request/],
    ["without a path", { "x-forwarded-method": "GET" }, /no original request/],
    [
      "with half of each pair",
      { "x-original-method": "GET", "x-forwarded-uri": "/ping/x" },
      /two original requests/,
    ],
    [
      "with two methods",
      { "x-original-method": "GET, GET", "x-original-uri": "/ping/x" },
      /no original request/,
    ],
    [
      "with an empty path",
      { "x-original-method": "GET", "x-original-uri": "" },
      /no original request/,
    ],
  ])("%s is denied", async (_what, headers, message) => {
    const answer = await askWith(headers, await offline());
    expect([answer.status, answer.body.error]).toEqual([403, "call_denied"]);
    expect(answer.body.message).toMatch(message);
    expectChallenge(answer);
    expect(await callsOf()).toEqual([]);
  });

  it("of Caddy or Traefik is allowed like that of nginx", async () => {
    const token = await offline();
    expect((await askWith(original(), token)).status).toBe(200);
    expect((await askWith(pair("GET", "/ping/x"), token)).status).toBe(200);
    expect((await askWith(pair("DELETE", "/ping/x"), token)).status).toBe(403);
  });
});

function original() {
  return { "x-original-method": "GET", "x-original-uri": "/ping/x" };
}

const askWith = (headers: Record<string, string>, token: string) =>
  callGate({ key, token, headers });

describe("security 86: a path of another company than the token's", () => {
  const spellings: ((own: number) => string)[] = [
    (own) => `0${own}`,
    (own) => `+${own}`,
    (own) => `-${own}`,
    (own) => `${own}.0`,
    (own) => `${own}e0`,
    (own) => `0x${own.toString(16)}`,
    (own) => `${own}n`,
    (own) => `${own}%20`,
    (own) => `%20${own}`,
    (own) =>
      String(own).replace(/\d/g, (digit) =>
        encodeURIComponent(String.fromCodePoint(0x660 + Number(digit))),
      ),
    (own) =>
      String(own).replace(/\d/g, (digit) =>
        encodeURIComponent(String.fromCodePoint(0xff10 + Number(digit))),
      ),
    (own) => `${own},${own + 1}`,
    (own) => `${own}%2c1`,
    () => "null",
    () => "me",
    () => "{company_id}",
    () => "9007199254740993",
  ];

  it("is denied, in the response and both logs", async () => {
    const { companyId: other } = await mintCompany();
    const answer = await ask({ token: await offline(), uri: ordersOf(other) });
    expect([answer.status, answer.body.error]).toEqual([403, "call_denied"]);
    expect(answer.body.message).toBe(
      `The path is about the company ${other}, but the access token is for the company ${installation.companyId}.`,
    );
    expectChallenge(answer);
    expect(await callsOf()).toMatchObject([{ denial: "company", path: ORDERS, scope: null }]);
    const fix = { kind: "use_other_company", company_id: installation.companyId };
    expect(await failures()).toMatchObject([{ check: "company", fix }]);
  });

  it.each(spellings.map((spell) => [spell(42), spell] as const))(
    "is denied even as another spelling of it, such as %s for 42",
    async (_example, spell) => {
      const uri = ordersOf(spell(installation.companyId));
      expect((await ask({ token: await offline(), uri })).status).toBe(403);
    },
  );

  it("is denied when a query names another company", async () => {
    const token = await offline();
    const own = installation.companyId;
    const uri = ordersOf(own);
    expect((await ask({ token, uri: `${uri}?company_id=${own}` })).status).toBe(200);
    for (const query of [
      `company_id=${own + 1}`,
      `company_id=${own}&company_id=${own + 1}`,
      "COMPANY%5Fid[]=1",
    ]) {
      const answer = await ask({ token, uri: `${uri}?${query}` });
      expect([answer.status, answer.body.error]).toEqual([403, "call_denied"]);
    }
  });

  it("is denied for a token of an organization", async () => {
    const { token } = await mintManagementToken(installation.organizationId, [
      "organization/clients/read",
    ]);
    const answer = await ask({ token, uri: ordersOf(installation.companyId) });
    expect([answer.status, answer.body.error]).toEqual([403, "call_denied"]);
    expect(answer.body.message).toContain("for an organization");
  });
});

describe("security 88: what is not a live access token of this installation", () => {
  const tokens: [string, () => string | Promise<string>, RegExp][] = [
    ["an access token of another installation", () => newToken("offline"), /another installation/],
    ["an online token of another installation", () => newToken("online"), /another installation/],
    ["a refresh token", () => mintRefreshToken(installation), /^This is a refresh token/],
    ["an authorization code", () => newToken("code"), /^This is an authorization code/],
    ["an API secret", () => installation.client.clientSecret, /^This is an API secret/],
    ["the gate key", () => key, /^This is an API secret/],
    ["the token of a link", () => newToken("link"), /^This is the token of a link/],
    [
      "a service key's access token",
      () => mintServiceToken(["platform/introspect"]),
      /^This is an access token of a service key/,
    ],
    ["an access token that is cut off", async () => (await offline()).slice(0, -2), /damaged/],
    [
      "a text of another form",
      () => "eyJhbGciOiJub25lIn0.e30.",
      /not an access token of this service/,
    ],
    ["two tokens", async () => `${await offline()}, Bearer ${await offline()}`, /damaged/],
  ];

  it.each(tokens)("is named in the 401: %s", async (_what, make, message) => {
    const answer = await ask({ token: await make() });
    expect([answer.status, answer.body.error]).toEqual([401, "invalid_token"]);
    expect(answer.body.message).toMatch(message);
    expectChallenge(answer, "invalid_token");
    expect(await callsOf()).toEqual([]);
    expect(await failures()).toEqual([]);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ["no Authorization header", {}, /is missing/],
    ["Basic credentials", { authorization: "Basic YTpi" }, /is not Bearer/],
    ["an empty token", { authorization: "Bearer " }, /is not Bearer/],
  ])("is asked for: %s", async (_what, headers, message) => {
    const answer = await ask({ headers });
    expect([answer.status, answer.body.error]).toEqual([401, "unauthenticated"]);
    expect(answer.body.message).toMatch(message);
    expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="latchkey"');
  });
});

it("without a rule, a call without a token is denied before it is asked for one", async () => {
  expect((await ask({ uri: "/customers" })).status).toBe(403);
});

it("another client's token does not help with the scopes of this one", async () => {
  const other = await mintClient(installation.organizationId, { scopes: ["company/orders/write"] });
  expect(other.clientId).not.toBe(installation.client.clientId);
  const token = await offline();
  const uri = ordersOf(installation.companyId);
  expect((await ask({ token, uri, method: "PUT" })).status).toBe(403);
});
