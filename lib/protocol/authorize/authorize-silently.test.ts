import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
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

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation({
    scopes: [...INSTALLED_SCOPES, "company/inventory/read"],
  });
});

const leadsToConsent = (response: Response) =>
  expect(response.headers.get("location")).toMatch(/^\/consent\/[\w-]{32}$/);

describe("spec 4.3 rule 1: the consent page", () => {
  it("appears on the first installation", async () => {
    leadsToConsent(await callAuthorize(await mintExtension()));
  });

  it("appears when a scope was added", async () => {
    const scope = [...INSTALLED_SCOPES, "company/inventory/read"].join();
    leadsToConsent(await callAuthorize(installation, { scope }));
  });

  it("appears when a scope was exchanged for another", async () => {
    const scope = "company/products/read,company/inventory/read";
    leadsToConsent(await callAuthorize(installation, { scope }));
  });

  it("appears after the company revoked its grant", async () => {
    const { grantId } = installation;
    await db().grant.update({ where: { id: grantId }, data: { revokedAt: new Date() } });
    leadsToConsent(await callAuthorize(installation));
  });

  it("appears when the extension sends prompt=consent", async () => {
    leadsToConsent(await callAuthorize(installation, { prompt: "consent" }));
  });

  it("appears when another company granted the scopes", async () => {
    const { client } = installation;
    const { companyId, seller } = await mintExtension();
    leadsToConsent(await callAuthorize({ client, companyId, seller }));
  });
});

it.each([
  ["has no scope", { scope: "" }],
  ["returns to an unregistered address", { redirect_uri: "https://elsewhere.example.com/" }],
])("a request of an installed extension that %s stores no code", async (_what, query) => {
  await callAuthorize(installation, query);
  const { clientId } = installation.client;
  expect(await db().authorizationCode.count({ where: { clientId } })).toBe(0);
});

describe("an unchanged request", () => {
  it("gets its code immediately, without a page or a stored request", async () => {
    const response = await callAuthorize(installation);
    expect(redirectParameters(response)).toHaveProperty("code");
    const { clientId } = installation.client;
    expect(await db().authorizationRequest.count({ where: { clientId } })).toBe(0);
  });

  it("gets a code for the current grant, its epoch, and the signed-in person", async () => {
    const { companyId, grantId } = installation;
    const staff = await mintCompanyMember(companyId, "staff");
    await db().grant.update({ where: { id: grantId }, data: { epoch: 3 } });
    const { code = "" } = redirectParameters(await callAuthorize(installation, {}, staff));
    const row = await db().authorizationCode.findFirstOrThrow({
      where: { codeHash: storedHash(code) },
    });
    expect(row).toMatchObject({ grantId, grantEpoch: 3, userId: staff.userId, companyId });
    expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBe(60_000);
    expect(row.secondUseExpiresAt.getTime() - row.createdAt.getTime()).toBe(600_000);
  });

  it("gets a new code each time", async () => {
    const [first, second] = await Promise.all([
      callAuthorize(installation),
      callAuthorize(installation),
    ]);
    expect(redirectParameters(first).code).not.toBe(redirectParameters(second).code);
  });
});

describe("prompt=none", () => {
  it("returns a code when nothing changed", async () => {
    const response = await callAuthorize(installation, { prompt: "none" });
    expect(redirectParameters(response)).toHaveProperty("code");
  });

  it("returns login_required at redirect_uri when no one is signed in", async () => {
    const response = await callAuthorize(installation, { prompt: "none" }, null);
    expect(redirectParameters(response)).toMatchObject({
      error: "login_required",
      state: "a state",
      client_id: installation.client.clientId,
      company_id: String(installation.companyId),
    });
  });

  it("returns consent_required at redirect_uri when the scopes changed", async () => {
    const query = { prompt: "none", scope: "company/products/read,company/inventory/read" };
    const response = await callAuthorize(installation, query);
    expect(redirectParameters(response).error).toBe("consent_required");
    const { clientId } = installation.client;
    expect(await db().authorizationRequest.count({ where: { clientId } })).toBe(0);
  });

  it("returns invalid_request for an unknown prompt", async () => {
    const response = await callAuthorize(installation, { prompt: "sometimes" });
    expect(redirectParameters(response).error).toBe("invalid_request");
  });
});

describe("PKCE (RFC 7636)", () => {
  const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

  it("stores the challenge with the code", async () => {
    const query = { code_challenge: challenge, code_challenge_method: "S256" };
    const { code = "" } = redirectParameters(await callAuthorize(installation, query));
    const row = await db().authorizationCode.findFirstOrThrow({
      where: { codeHash: storedHash(code) },
    });
    expect(row.codeChallenge).toBe(challenge);
  });

  it.each([
    ["security 11: plain", { code_challenge: challenge, code_challenge_method: "plain" }],
    ["no method, which would mean plain", { code_challenge: challenge }],
    ["a method without a challenge", { code_challenge_method: "S256" }],
    ["a challenge too short", { code_challenge: "short", code_challenge_method: "S256" }],
  ])("rejects %s", async (_what, query) => {
    const response = await callAuthorize(installation, query);
    expect(redirectParameters(response)).toMatchObject({ error: "invalid_request" });
    expect(redirectParameters(response)).not.toHaveProperty("code");
  });

  it("rejects a request without a code challenge when the client requires PKCE", async () => {
    const strict = await mintInstallation({ requirePkce: true });
    const without = await callAuthorize(strict);
    expect(redirectParameters(without).error).toBe("invalid_request");
    const query = { code_challenge: challenge, code_challenge_method: "S256" };
    expect(redirectParameters(await callAuthorize(strict, query))).toHaveProperty("code");
  });
});

it("the server's log names the client of a request, if it exists", async () => {
  const installation = await mintInstallation();
  const { clientId } = installation.client;
  for (const [sent, named] of [
    [clientId, clientId],
    ["f".repeat(24), null],
  ] as const) {
    const requestId = newId();
    const facts = beginLogFacts(requestId);
    const query = new URLSearchParams({
      ...{ client_id: sent, redirect_uri: REDIRECT_URI, response_type: "code", state: "a state" },
      scope: INSTALLED_SCOPES.join(),
    });
    const headers = { "x-request-id": requestId };
    await sendAuthorize(installation.companyId, String(query), installation.seller, headers);
    endLogFacts(requestId);
    expect(facts.clientId).toBe(named);
  }
});
