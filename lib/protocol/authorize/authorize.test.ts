import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { isTokenOfKind } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { beginLogFacts, endLogFacts } from "@/lib/core/http/log-facts";
import { mintCompanyMember } from "@/test/factories/mint";
import { storedHash } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintExtension,
  mintInstallation,
  REDIRECT_URI,
} from "@/test/factories/mint-installation";
import { callAuthorize, redirectParameters, sendAuthorize } from "@/test/requests/call-authorize";

const [ORDERS = "", PRODUCTS = ""] = INSTALLED_SCOPES;
const INVENTORY = "company/inventory/read";
const CHALLENGE = {
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  code_challenge_method: "S256",
};

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation({ scopes: [...INSTALLED_SCOPES, INVENTORY] });
});

const where = () => ({ clientId: installation.client.clientId });
const countCodes = () => db().authorizationCode.count({ where: where() });
const countRequests = () => db().authorizationRequest.count({ where: where() });
const rowOf = (code: string | undefined) =>
  db().authorizationCode.findFirstOrThrow({ where: { codeHash: storedHash(code ?? "") } });

describe("spec 4.3 rule 1: the consent page", () => {
  it.each<[string, Record<string, string>]>([
    ["a scope was added", { scope: [...INSTALLED_SCOPES, INVENTORY].join() }],
    ["a scope was exchanged for another", { scope: `${PRODUCTS},${INVENTORY}` }],
    ["the extension sends prompt=consent", { prompt: "consent" }],
    ["it is asked for all scopes of the client", { scope: "" }],
  ])("appears when %s", async (_what, query) => {
    const response = await callAuthorize(installation, query);
    expect(response.headers.get("location")).toMatch(/^\/consent\/[\w-]{32}$/);
    expect(await countCodes()).toBe(0);
  });

  it("appears on the first installation, for another company, and after the grant was revoked", async () => {
    const extension = await mintExtension();
    const { client, grantId } = installation;
    await db().grant.update({ where: { id: grantId }, data: { revokedAt: new Date() } });
    for (const each of [extension, { ...extension, client }, installation]) {
      const response = await callAuthorize(each);
      expect(response.headers.get("location")).toMatch(/^\/consent\//);
    }
  });
});

describe("a request with nothing new to ask", () => {
  it.each<[string, Record<string, string | null>]>([
    ["nothing else", {}],
    ["prompt=none", { prompt: "none" }],
    ["fewer scopes", { scope: ORDERS }],
    ["fewer scopes and prompt=none", { scope: ORDERS, prompt: "none" }],
    ["scopes in another order, with spaces", { scope: `${PRODUCTS} ${ORDERS}` }],
    ["scopes with offline_access", { scope: `${ORDERS},${PRODUCTS},offline_access` }],
    ["a code challenge", CHALLENGE],
    ["parameters that SDKs add", { access_mode: "online", "x-fp-signature": "v1.1:00" }],
    ...["prompt", "code_challenge", "code_challenge_method", "request", "request_uri", "nonce"].map(
      (name): [string, Record<string, string>] => [`${name} without a value`, { [name]: "" }],
    ),
  ])("gets its code at once, also for staff, with %s", async (_what, query) => {
    const staff = await mintCompanyMember(installation.companyId, "staff");
    const { code } = redirectParameters(await callAuthorize(installation, query, staff));
    expect([await countCodes(), await countRequests()]).toEqual([1, 0]);
    const { codeChallenge, scopes } = await rowOf(code);
    expect(codeChallenge).toBe(query.code_challenge || null);
    expect(scopes.toSorted()).toEqual(query.scope === ORDERS ? [ORDERS] : INSTALLED_SCOPES);
    const issued = { ...where(), outcome: "issued" } as const;
    expect(await db().authorizationEvent.count({ where: issued })).toBe(1);
  });

  it.each([null, "", "offline_access"])("may leave out its scopes (%j)", async (scope) => {
    installation = await mintInstallation();
    const { code } = redirectParameters(await callAuthorize(installation, { scope }));
    expect((await rowOf(code)).scopes.toSorted()).toEqual(INSTALLED_SCOPES);
  });

  it("gets a new code each time, for the current grant, its epoch, and the signed-in person", async () => {
    const { companyId, grantId } = installation;
    const staff = await mintCompanyMember(companyId, "staff");
    await db().grant.update({ where: { id: grantId }, data: { epoch: 3 } });
    const answers = await Promise.all([
      callAuthorize(installation, {}, staff),
      callAuthorize(installation, {}, staff),
    ]);
    const [first, second] = answers.map((answer) => redirectParameters(answer).code);
    expect(first).not.toBe(second);
    const row = await rowOf(first);
    expect(row).toMatchObject({ grantId, grantEpoch: 3, userId: staff.userId, companyId });
    expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBe(60_000);
    expect(row.secondUseExpiresAt.getTime() - row.createdAt.getTime()).toBe(600_000);
  });

  it("gets its code on another loopback port, and with the code challenge that it must have", async () => {
    installation = await mintInstallation({
      redirectUrls: ["http://127.0.0.1:3001/fp/auth"],
      requirePkce: true,
    });
    const query = { redirect_uri: "http://127.0.0.1:4711/fp/auth", ...CHALLENGE };
    const response = await callAuthorize(installation, query);
    expect(response.headers.get("location")).toMatch("http://127.0.0.1:4711/fp/auth?code=lkc_");
  });
});

describe("prompt=none", () => {
  it.each([
    ["login_required", {}, null],
    ["consent_required", { scope: `${PRODUCTS},${INVENTORY}` }, undefined],
  ])("returns %s to redirect_uri instead of a page", async (error, query, as) => {
    const response = await callAuthorize(installation, { prompt: "none", ...query }, as);
    expect(redirectParameters(response)).toMatchObject({
      error,
      state: "a state",
      client_id: installation.client.clientId,
      company_id: String(installation.companyId),
    });
    expect([await countCodes(), await countRequests()]).toEqual([0, 0]);
  });
});

it("security 44: a person has to sign in after their session or their account ended", async () => {
  const { userId: id } = installation.seller;
  for (const deactivatedAt of [new Date(), null]) {
    await db().user.update({ where: { id }, data: { deactivatedAt } });
    const response = await callAuthorize(installation);
    expect(response.headers.get("location")).toMatch(/^\/sign-in\?/);
  }
  const other = await mintInstallation();
  const { userId } = other.seller;
  await db().userSession.updateMany({ where: { userId }, data: { endedAt: new Date() } });
  const response = await callAuthorize(other);
  expect(response.headers.get("location")).toMatch(/^\/sign-in\?/);
});

it("a scope with the sign of a wrong separator is accepted if the client is registered for it", async () => {
  const odd = await mintInstallation({ scopes: ["a|b"] });
  const response = await callAuthorize(odd, { scope: "a|b", prompt: "none" });
  expect(redirectParameters(response)).toMatchObject({ error: "consent_required" });
});

it("the server's log names the client of a request, if it exists", async () => {
  const { clientId } = installation.client;
  for (const [sent, named] of [
    [clientId, clientId],
    ["f".repeat(24), null],
  ] as const) {
    const requestId = newId();
    const facts = beginLogFacts(requestId);
    const query = new URLSearchParams({
      client_id: sent,
      redirect_uri: REDIRECT_URI,
      response_type: "code",
    });
    const headers = { "x-request-id": requestId };
    await sendAuthorize(installation.companyId, String(query), installation.seller, headers);
    endLogFacts(requestId);
    expect(facts.clientId).toBe(named);
  }
});

describe("spec 4.3 rule 2: redirect_uri", () => {
  it("gets code, the unchanged state, client_id, company_id, and iss (RFC 9207)", async () => {
    const response = await callAuthorize(installation, { state: "4711" });
    expect(response.status).toBe(302);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { code, ...rest } = redirectParameters(response);
    expect(isTokenOfKind(code ?? "", "code")).toBe(true);
    expect(rest).toEqual({
      state: "4711",
      client_id: installation.client.clientId,
      company_id: String(installation.companyId),
      iss: `${env().baseUrl}/service/panel/authentication/v1.0/company/${installation.companyId}`,
    });
    expect(response.headers.get("location")).toMatch(`${REDIRECT_URI}?`);
  });

  it("gets no state when none was sent, and an empty one when an empty one was sent", async () => {
    expect(
      redirectParameters(await callAuthorize(installation, { state: null })),
    ).not.toHaveProperty("state");
    expect(redirectParameters(await callAuthorize(installation, { state: "" })).state).toBe("");
  });

  it.each(["client_id", "redirect_uri", "response_type"])(
    "reads that %s is missing when it has no value",
    async (name) => {
      const response = await callAuthorize(installation, { [name]: "" });
      const { error_description = await response.text() } = redirectParameters(response);
      expect(error_description).toMatch(new RegExp(`parameter .{0,6}${name}.{0,6} is missing`));
    },
  );

  it("security 14: gets any state back exactly, or the request is rejected", async () => {
    const states = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: "binary" }),
      fc.constantFrom('<script>alert("1")</script>', "%0d%0aset-cookie: a=b", "a&code=b#c", "+ +"),
    );
    await fc.assert(
      fc.asyncProperty(states, async (state) => {
        const response = await callAuthorize(installation, { state });
        if (response.status === 400) expect(state).toMatch(/[\p{Cc}\u{fffd}]/u);
        else {
          expect(redirectParameters(response).state).toBe(state);
          expect(response.headers.get("location")).toMatch(/^[\x21-\x7e]+$/);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("gets a state of 2,048 bytes as encoded, and a 400 that gives the figure for a longer one", async () => {
    for (const state of ["s".repeat(2_048), `${"é".repeat(341)}ss`]) {
      expect(redirectParameters(await callAuthorize(installation, { state })).state).toBe(state);
      const rejected = await callAuthorize(installation, { state: `${state}s` });
      expect(rejected.status).toBe(400);
      expect((await rejected.json()).message).toMatch(/^state has 2049 bytes/);
    }
    const address = `https://shipfast.example.com/${"a".repeat(800)}`;
    const other = await mintInstallation({ redirectUrls: [address] });
    const both = { redirect_uri: address, state: "s".repeat(2_048) };
    expect((await (await callAuthorize(other, both)).json()).message).toMatch(
      /^state and redirect_uri together have 2877 bytes/,
    );
  });

  it("security 14: gets no redirect but a 400 for a state with CR LF, NUL, 64 KB, or broken UTF-8", async () => {
    const rest = `client_id=${installation.client.clientId}&redirect_uri=${encodeURIComponent(REDIRECT_URI)}&response_type=code`;
    for (const state of ["a%0D%0Ax:%20y", "a%00", "a".repeat(65_536), "%FF%FE"]) {
      const { companyId, seller } = installation;
      const response = await sendAuthorize(companyId, `${rest}&state=${state}`, seller);
      expect(response.status).toBe(400);
      expect(response.headers.get("location")).toBeNull();
    }
  });

  it("security 14: gets invalid_scope without injection for a scope with HTML, CR LF, or 64 KB", async () => {
    for (const scope of ["<script>", "a\r\nx: y", "a".repeat(65_536)]) {
      const response = await callAuthorize(installation, { scope });
      const sent = redirectParameters(response);
      expect(sent.error).toBe("invalid_scope");
      expect(response.headers.get("location")?.length).toBeLessThan(4096);
    }
  });

  it("sdk: keeps an application_id in its query and appends the response with &", async () => {
    const uri = `${REDIRECT_URI}?application_id=0123456789abcdef01234567`;
    const response = await callAuthorize(installation, { redirect_uri: uri });
    expect(response.headers.get("location")).toMatch(`${uri}&code=lkc_`);
  });

  it("sdk: is parsed in full when Java leaves it unencoded", async () => {
    const { client, companyId, seller } = installation;
    const query = `client_id=${client.clientId}&response_type=code&redirect_uri=${REDIRECT_URI}?application_id=0123456789abcdef01234567&state=s&scope=${ORDERS}`;
    const response = await sendAuthorize(companyId, query, seller);
    expect(redirectParameters(response)).toMatchObject({
      application_id: "0123456789abcdef01234567",
      state: "s",
    });
    expect(redirectParameters(response)).toHaveProperty("code");
  });
});
