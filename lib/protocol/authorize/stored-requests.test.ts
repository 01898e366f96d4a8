import { beforeEach, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { pool } from "@/lib/core/db/pool";
import { env } from "@/lib/core/env/env";
import { authorize } from "@/lib/protocol/authorize/authorize";
import { presentAuthorizeParameters } from "@/lib/protocol/authorize/parameters";
import {
  findWaitingRequest,
  MAX_OF_A_NETWORK,
  storeRequest,
} from "@/lib/protocol/authorize/stored-requests";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { type MintedUser, mintCompany, mintCompanyMember } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
  REDIRECT_URI,
} from "@/test/factories/mint-installation";
import { callAuthorize, redirectParameters, sendAuthorize } from "@/test/requests/call-authorize";
import { pressConsent } from "@/test/requests/call-consent";

/** What the consent page has to ask for, with the longest state there may be. */
const ASKS = { scope: "company/inventory/read", state: "é".repeat(341) };

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation({ scopes: [...INSTALLED_SCOPES, ASKS.scope] });
});

const locationOf = ({ headers }: Response) => headers.get("location") ?? "";

/** Sends a request signed out. Returns the query with which it continues after the sign-in. */
async function beginSignedOut(sent: Record<string, string> = {}): Promise<string> {
  const response = await callAuthorize(installation, { ...ASKS, ...sent }, null);
  const { return_to: path = "" } = redirectParameters(response);
  return new URL(path, env().baseUrl).search.slice(1);
}

/** The query of a request with all parameters. */
const fullQuery = () => {
  const sound = { redirect_uri: REDIRECT_URI, response_type: "code", ...ASKS };
  return String(new URLSearchParams({ client_id: installation.client.clientId, ...sound }));
};

const resume = (query: string, as: MintedUser | null = installation.seller) =>
  sendAuthorize(installation.companyId, query, as);

const rows = () =>
  db().authorizationRequest.findMany({ where: { clientId: installation.client.clientId } });

const row = () =>
  db().authorizationRequest.findFirstOrThrow({ where: { clientId: installation.client.clientId } });

it("a request that waits for a sign-in is stored once, and its addresses contain only its id", async () => {
  const query = await beginSignedOut();
  expect(query).toMatch(/^client_id=[0-9a-f]{24}&request_uri=urn%3Aietf%3A[^&]{60,90}$/);
  expect(await beginSignedOut({ state: "another" })).not.toBe(query);
  const again = await resume(query, null);
  expect(new URL(locationOf(again), env().baseUrl).searchParams.get("return_to")).toContain(query);
  expect(await rows()).toHaveLength(2);
});

it("a stored request contains only what was verified", async () => {
  const unverified = { nonce: "unknown", claims: "unknown", response_mode: "unknown" };
  await beginSignedOut({ ...unverified, prompt: "consent" });
  expect(JSON.stringify(await rows())).not.toContain("unknown");
  const denied: Record<string, string>[] = [
    { redirect_uri: "https://evil.test" },
    { scope: "a/b" },
    { state: "\0" },
  ];
  for (const sent of denied) await callAuthorize(installation, { ...ASKS, ...sent }, null);
  expect(await rows()).toMatchObject([{ prompt: "consent", scopes: [ASKS.scope], userId: null }]);
});

it("a stored request expires after 15 minutes", async () => {
  const query = await beginSignedOut();
  const { createdAt, expiresAt } = await row();
  expect(Math.round((expiresAt.getTime() - createdAt.getTime()) / 1000)).toBe(900);
  await db().authorizationRequest.updateMany({ data: { expiresAt: aMinuteAgo() } });
  expect((await resume(query)).status).toBe(400);
});

it("a stored request is checked again after the sign-in", async () => {
  const query = await beginSignedOut();
  const where = { clientId: installation.client.clientId };
  await db().client.update({ where, data: { redirectUrls: ["https://elsewhere.example"] } });
  expect((await resume(query)).status).toBe(400);
  await db().client.update({ where, data: { isActive: false } });
  expect((await resume(query)).status).toBe(401);
});

it("a stored request continues only for its client and its company", async () => {
  const query = await beginSignedOut();
  const other = await mintInstallation();
  const otherClient = query.replace(installation.client.clientId, other.client.clientId);
  expect((await resume(otherClient)).status).toBe(400);
  expect((await sendAuthorize(other.companyId, query, other.seller)).status).toBe(400);
});

it("a stranger learns from no response whether a company exists", async () => {
  for (const id of [installation.companyId, 4_000_000_000_000]) {
    const response = await sendAuthorize(id, fullQuery(), null);
    expect(response.status).toBe(302);
    expect(redirectParameters(response).return_to).toMatch(/request_uri=/);
  }
});

it("a network has a bounded number of requests waiting, of which the oldest give way", async () => {
  const { clientId } = installation.client;
  const subject = { companyId: installation.companyId, organizationId: null };
  const parameters = presentAuthorizeParameters({ client_id: clientId });
  const strangerAddress = `2001:db8:${newId().slice(-4)}::1`;
  const store = () =>
    storeRequest(
      { parameters, subject, scopes: [] },
      { seconds: 60, userId: null, strangerAddress },
    );
  const id = await store();
  await pool().query(
    `INSERT INTO authorization_requests (id, client_id, company_id, redirect_uri, network, expires_at)
     SELECT id || n, client_id, company_id, redirect_uri, network, expires_at + n * interval '1 s'
     FROM authorization_requests, generate_series(1, $2::int) AS n WHERE id = $1`,
    [id, MAX_OF_A_NETWORK - 1],
  );
  expect(await findWaitingRequest(id, clientId, subject)).not.toBeNull();
  await store();
  expect(await findWaitingRequest(id, clientId, subject)).toBeNull();
  expect(await rows()).toHaveLength(MAX_OF_A_NETWORK);
});

it("Back, reload, and a second tab lead to the same consent page until it is answered", async () => {
  const query = await beginSignedOut();
  const pages = await Promise.all([resume(query), resume(query), resume(query)]);
  const [page = ""] = pages.map(locationOf);
  expect(page).toMatch(/^\/consent\/[\w-]{32}$/);
  expect(pages.map(locationOf)).toEqual([page, page, page]);
  const { expiresAt } = await row();
  await resume(query);
  expect((await row()).expiresAt).toEqual(expiresAt);
  await pressConsent(page.split("/")[2] ?? "", installation.seller);
  expect((await resume(query)).status).toBe(400);
});

it("a stored request that needs no consent gets one code, also from two tabs at once", async () => {
  const query = await beginSignedOut({ scope: "company/products/read" });
  const responses = await Promise.all([resume(query), resume(query)]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([302, 400]);
});

it("security 15: after the sign-in, the same request continues, also after a HEAD that issues no code", async () => {
  const { companyId, seller, client } = installation;
  const path = `${env().baseUrl}${OAUTH_PATH}/company/${companyId}/oauth/authorize`;
  const query = await beginSignedOut({ scope: "company/products/read" });
  const head = new Request(`${path}?${query}`, {
    method: "HEAD",
    headers: { cookie: seller.cookie },
  });
  expect((await authorize(head)).status).toBe(200);
  expect(await db().authorizationCode.count({ where: { clientId: client.clientId } })).toBe(0);
  const { state, code } = redirectParameters(await resume(query));
  expect([state, code]).toEqual([ASKS.state, expect.any(String)]);
});

it("prompt=consent survives a sign-in and a switch of accounts", async () => {
  const query = await beginSignedOut({ scope: "company/products/read", prompt: "consent" });
  const first = locationOf(await resume(query));
  expect(first).toMatch(/^\/consent\//);
  const admin = await mintCompanyMember(installation.companyId, "admin");
  expect(locationOf(await resume(query, admin))).toBe(first);
  const id = first.split("/")[2] ?? "";
  expect((await pressConsent(id, installation.seller)).status).toBe(404);
  expect((await pressConsent(id, admin)).status).toBe(200);
});

it("a person with a wrong account can continue the request with another one", async () => {
  const { seller: stranger } = await mintCompany();
  const denied = await sendAuthorize(installation.companyId, fullQuery(), stranger, {
    accept: "text/html",
  });
  expect(denied.headers.get("content-security-policy")).toContain("form-action 'self'");
  // Browsers send `Origin: null` from a page without a referrer, and the form would be rejected.
  expect(denied.headers.get("referrer-policy")).toBe("same-origin");
  const html = await denied.text();
  expect(html).toContain("Use another account");
  const [, path = ""] = /name="return_to" value="([^"]+)"/.exec(html) ?? [];
  const { search } = new URL(path.replaceAll("&amp;", "&"), env().baseUrl);
  expect(locationOf(await resume(search.slice(1)))).toMatch(/^\/consent\//);
});
