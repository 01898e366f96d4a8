import { describe, expect, it, onTestFinished, vi } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { callDenied } from "@/lib/gate/check/decide";
import { denyCall } from "@/lib/gate/check/responses";
import { mintCompany, mintManagementToken } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { INSTALLED_SCOPES } from "@/test/factories/mint-installation";
import { mintServiceToken } from "@/test/factories/mint-platform";
import { mintRefreshToken } from "@/test/factories/mint-tokens";
import { callGate, type GatedCall } from "@/test/requests/call-gate";
import { expectChallenge, gateScene, ORDERS, ordersOf } from "@/test/requests/gate-scene";

const { ask, callsOf, failures, installation, key, offline } = gateScene();

type Case = {
  /** What is sent instead of a call that is allowed. */
  call: () => Partial<GatedCall> | Promise<Partial<GatedCall>>;
  error: string;
  message: RegExp;
  /** The check in both logs. */
  check: string;
  path: string | null;
  /** What else the failure log says. */
  logged?: () => object;
};

const lacksScope = { error: "insufficient_scope", check: "access_token_scope" };
const noRule = { error: "call_denied", check: "gate_rule", path: null };
const ofOther = { error: "call_denied", check: "company", path: ORDERS };

const CASES: Readonly<Record<string, Case>> = {
  "lacks a scope that the client is not registered for": {
    ...lacksScope,
    message: /not registered for the scope company\/orders\/write/,
    call: () => ({ uri: ordersOf(installation().companyId), method: "PUT" }),
    path: ORDERS,
    logged: () => {
      const scopes = INSTALLED_SCOPES.join(", ");
      return {
        difference: [{ name: "scope_needed", values: { needed: "company/orders/write", scopes } }],
        fix: { kind: "request_scopes", scopes: ["company/orders/write"] },
      };
    },
  },
  "lacks all of a rule's `any` scopes": {
    ...lacksScope,
    message: /company\/prices\/write/,
    path: "/products",
    call: () => ({ uri: "/products", method: "PUT" }),
  },
  // access-tokens.test.ts has the other reasons.
  "has expired": {
    error: "invalid_token",
    check: "access_token_live",
    path: "/ping/{name}",
    message: /has expired/,
    call: async () => {
      const where = { clientId: installation().client.clientId };
      await db().accessToken.updateMany({ where, data: { expiresAt: aMinuteAgo() } });
      return {};
    },
  },
  "calls a path without a rule": {
    ...noRule,
    message: /no rule for this method and path/,
    call: () => ({ uri: "/customers" }),
  },
  "calls with a method without a rule": {
    ...noRule,
    message: /no rule for this method and path/,
    call: () => ({ method: "DELETE" }),
  },
  "calls a path that can be read in two ways": {
    error: "call_denied",
    check: "path",
    path: null,
    message: /different ways/,
    call: () => ({ uri: "/ping/..%2fx" }),
  },
  "security 86: calls a path of another company": {
    ...ofOther,
    message: /^The path is about company \d+, but the access token is for comp/,
    call: async () => ({ uri: ordersOf((await mintCompany()).companyId) }),
    logged: () => ({
      fix: { kind: "use_other_company", company_id: installation().companyId },
    }),
  },
  "security 86: names another company in the query": {
    ...ofOther,
    message: /company/,
    call: () => ({ uri: `${ordersOf(installation().companyId)}?COMPANY%5Fid[]=1` }),
  },
};

describe("security 83 and 86: a token of an installation", () => {
  it.each(Object.entries(CASES))(
    "that %s is denied, and the response and both logs give the reason",
    async (_what, each) => {
      const token = await offline();
      expect((await ask({ token })).status).toBe(200);
      const change = await each.call();
      const answer = await ask({ token, ...change });
      const status = each.error === "invalid_token" ? 401 : 403;
      expect([answer.status, answer.body.error]).toEqual([status, each.error]);
      expect(answer.body.message).toMatch(each.message);
      expectChallenge(answer, status === 401 ? "invalid_token" : "insufficient_scope");
      const calls = await callsOf();
      expect(calls).toHaveLength(2);
      const { client, companyId } = installation();
      const requestId = answer.body.request_id;
      // Both can be of the same millisecond, so their order says nothing.
      expect(calls.find((call) => call.requestId === requestId)).toMatchObject({
        clientId: client.clientId,
        companyId,
        scope: null,
        status,
        method: change.method ?? "GET",
        path: each.path,
        denial: each.check,
      });
      expect(await failures()).toMatchObject([
        {
          kind: "bearer",
          reason: each.error,
          check: each.check,
          authenticated: true,
          requestId,
          ...each.logged?.(),
        },
      ]);
    },
  );

  it("security 86: of an organization is denied on a company's path", async () => {
    const { organizationId, companyId } = installation();
    const { token } = await mintManagementToken(organizationId, ["organization/clients/read"]);
    const { status, body } = await ask({ token, uri: ordersOf(companyId) });
    expect([status, body.error]).toEqual([403, "call_denied"]);
    expect(body.message).toContain("for an organization");
  });
});

const digits = (own: number, zero: number) =>
  String(own).replace(/\d/g, (digit) =>
    encodeURIComponent(String.fromCodePoint(zero + Number(digit))),
  );
const SPELLINGS: ((own: number) => string)[] = [
  ...["0#", "+#", "-#", "#.0", "#e0", "#n", "#%20", "%20#", "#,1", "#%2c1"].map(
    (form) => (own: number) => form.replace("#", String(own)),
  ),
  ...[(own: number) => `0x${own.toString(16)}`, (own: number) => digits(own, 0x660)],
  (own) => digits(own, 0xff10),
  ...["null", "me", "{company_id}", "9007199254740993"].map((text) => () => text),
];

it.each(SPELLINGS.map((spell) => [spell(42), spell] as const))(
  "security 86: a path that spells the token's company differently is denied, such as %s for 42",
  async (_example, spell) => {
    const uri = ordersOf(spell(installation().companyId));
    expect((await ask({ token: await offline(), uri })).status).toBe(403);
  },
);

describe("security 88 and 101: a credential other than a live access token of this installation", () => {
  it.each<[string, () => string | Promise<string>, RegExp]>([
    ["an access token of another installation", () => newToken("offline"), /another installation/],
    ["a refresh token", () => mintRefreshToken(installation()), /^This is a refresh token/],
    ["an API secret", () => installation().client.clientSecret, /^This is an API secret/],
    ["the gate key", key, /^This is an API secret/],
    ["the token of a link", () => newToken("link"), /^This is the token of a link/],
    [
      "a service key's access token",
      () => mintServiceToken(["platform/introspect"]),
      /service key/,
    ],
    ["a truncated access token", async () => (await offline()).slice(0, -2), /damaged/],
    ["a text of another form", () => "eyJhbGciOiJub25lIn0.e30.", /not an access token of this ser/],
    ["two tokens", async () => `${await offline()}, Bearer ${await offline()}`, /damaged/],
  ])("is named in the 401, and leaves no trace: %s", async (_what, make, message) => {
    const answer = await ask({ token: await make() });
    expect([answer.status, answer.body.error]).toEqual([401, "invalid_token"]);
    expect(answer.body.message).toMatch(message);
    expectChallenge(answer, "invalid_token");
    // Only a failure of the gate's own key is marked.
    expect(answer.headers.get("x-latchkey-gate-key")).toBeNull();
    expect([await callsOf(), await failures()]).toEqual([[], []]);
  });

  it.each<[Record<string, string>, RegExp]>([
    [{}, /is missing/],
    [{ authorization: "Basic YTpi" }, /is not Bearer/],
    [{ authorization: "Bearer " }, /is missing or has no token/],
  ])("without a token in %j gets a challenge that names no error", async (headers, message) => {
    const answer = await ask({ headers });
    expect([answer.status, answer.body.error]).toEqual([401, "unauthenticated"]);
    expect(answer.body.message).toMatch(message);
    expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="latchkey"');
  });
});

describe("security 85: an original request", () => {
  const nginx = { "x-original-method": "GET", "x-original-uri": "/ping/x" };
  const pair = (method: string, uri: string) => ({
    "x-forwarded-method": method,
    "x-forwarded-uri": uri,
  });
  const askWith = async (headers: Record<string, string>) =>
    callGate({ key: key(), token: await offline(), headers });

  const method = { "x-original-method": "GET" };
  it.each<[string, Record<string, string>, "two" | "no"]>([
    ["that a second pair contradicts", { ...nginx, ...pair("GET", "/ping/x") }, "two"],
    ["beside X-Forwarded-Uri", { ...nginx, "x-forwarded-uri": "/ping/x" }, "two"],
    ["beside an empty X-Forwarded-Method", { ...nginx, "x-forwarded-method": "" }, "two"],
    ["beside X-Original-Method", { ...pair("GET", "/ping/x"), ...method }, "two"],
    ["with half of each pair", { ...method, "x-forwarded-uri": "/ping/x" }, "two"],
    ["that is missing", {}, "no"],
    ["without a method", { "x-original-uri": "/ping/x" }, "no"],
    ["without a path", { "x-forwarded-method": "GET" }, "no"],
    ["with two methods", { ...nginx, "x-original-method": "GET, GET" }, "no"],
    ["with an empty path", { ...nginx, "x-original-uri": "" }, "no"],
  ])("%s is denied", async (_what, headers, number) => {
    const answer = await askWith(headers);
    expect([answer.status, answer.body.error]).toEqual([403, "call_denied"]);
    expect(answer.body.message).toMatch(`${number} original request`);
    expectChallenge(answer);
    expect(await callsOf()).toEqual([]);
  });

  it("of Caddy or Traefik is allowed like that of nginx", async () => {
    expect((await askWith(nginx)).status).toBe(200);
    expect((await askWith(pair("GET", "/ping/x"))).status).toBe(200);
    expect((await askWith(pair("DELETE", "/ping/x"))).status).toBe(403);
  });
});

it("a client's failure log gets at most 60 denials in a minute, and more in the next", async () => {
  const call = { token: await offline(), uri: "/customers" };
  const countAfter = async (times: number) => {
    await Promise.all(Array.from({ length: times }, () => ask(call)));
    return (await failures()).length;
  };
  const start = performance.now() + 180_000;
  const clock = vi.spyOn(performance, "now").mockReturnValue(start);
  onTestFinished(() => clock.mockRestore());
  expect(await countAfter(65)).toBe(60);
  clock.mockReturnValue(start + 59_999);
  expect(await countAfter(2)).toBe(60);
  clock.mockReturnValue(start + 60_000);
  expect(await countAfter(2)).toBe(62);
});

it("a denial's body is repeated in a header, in ASCII, for proxies that pass on no body", async () => {
  const denial = callDenied('Gesperrt: „Prüfung" läuft 🔒\r\nX-Forged: 1');
  const answer = await denyCall(denial, newId());
  const header = answer.headers.get("x-latchkey-denial") ?? "";
  expect(header).toMatch(/^[\x20-\x7e]+$/);
  expect(JSON.parse(header)).toEqual(await answer.json());
});
