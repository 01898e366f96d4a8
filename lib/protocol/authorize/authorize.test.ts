import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
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
    for (const asked of [extension, { ...extension, client }, installation]) {
      const response = await callAuthorize(asked);
      expect(response.headers.get("location")).toMatch(/^\/consent\//);
    }
  });
});

describe("a request with nothing new to ask", () => {
  it.each<[string, Record<string, string | null>]>([
    ["nothing else", {}],
    ["prompt=none", { prompt: "none" }],
    ["scopes in another order, with spaces", { scope: `${PRODUCTS} ${ORDERS}` }],
    ["scopes with offline_access", { scope: `${ORDERS},${PRODUCTS},offline_access` }],
    ["a code challenge", CHALLENGE],
    ["parameters that SDKs add", { access_mode: "online", "x-fp-signature": "v1.1:00" }],
    ...["prompt", "code_challenge", "code_challenge_method", "request", "request_uri", "nonce"].map(
      (name): [string, Record<string, string>] => [`${name} without a value`, { [name]: "" }],
    ),
  ])("gets its code at once, with %s", async (_what, query) => {
    const { code } = redirectParameters(await callAuthorize(installation, query));
    expect([await countCodes(), await countRequests()]).toEqual([1, 0]);
    expect((await rowOf(code)).codeChallenge).toBe(query.code_challenge || null);
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
      ...{ error, state: "a state", client_id: installation.client.clientId },
      company_id: String(installation.companyId),
    });
    expect([await countCodes(), await countRequests()]).toEqual([0, 0]);
  });
});

it("security 15: a signed-out person signs in and then continues the same request", async () => {
  const response = await callAuthorize(installation, { state: "a&b=c d" }, null);
  expect(response.headers.get("location")).toMatch(/^\/sign-in\?/);
  const { return_to: returnTo = "" } = redirectParameters(response);
  const { search, searchParams } = new URL(returnTo, env().baseUrl);
  expect(searchParams.get("client_id")).toBe(installation.client.clientId);
  const { companyId, seller } = installation;
  const resumed = redirectParameters(await sendAuthorize(companyId, search.slice(1), seller));
  expect(resumed).toMatchObject({ state: "a&b=c d", code: expect.any(String) });
});

it("a person whose session ended has to sign in", async () => {
  const { userId } = installation.seller;
  await db().userSession.updateMany({ where: { userId }, data: { endedAt: new Date() } });
  const response = await callAuthorize(installation);
  expect(response.headers.get("location")).toMatch(/^\/sign-in\?/);
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
      ...{ client_id: sent, redirect_uri: REDIRECT_URI, response_type: "code" },
    });
    const headers = { "x-request-id": requestId };
    await sendAuthorize(installation.companyId, String(query), installation.seller, headers);
    endLogFacts(requestId);
    expect(facts.clientId).toBe(named);
  }
});
