import { expect, test } from "@/test/browser/test";
import { mintCompany } from "@/test/factories/mint";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import { type ExtensionClient, registerExtension } from "@/test/requests/http/extension-client";
import { obtainRedirect, openAuthorize, pressConsent } from "@/test/requests/http/obtain-code";

let client: ExtensionClient;

test.beforeEach(async ({ management }) => {
  client = await registerExtension(management);
});

test("spec 4.3: asks for consent on the first launch and later redirects at once with the four parameters", async ({
  seller,
  demo,
}) => {
  const launch = { companyId: demo.company_id, ...client };
  const first = await openAuthorize(seller, launch);
  expect(first.status()).toBe(302);
  expect(first.headers().location).toMatch(/^\/consent\//);

  await obtainRedirect(seller, launch);

  const relaunch = await openAuthorize(seller, launch);
  expect(relaunch.status()).toBe(302);
  const redirect = new URL(relaunch.headers().location ?? "");
  expect(redirect.origin + redirect.pathname).toBe(REDIRECT_URI);
  expect(Object.fromEntries(redirect.searchParams)).toEqual({
    code: expect.stringMatching(/^lkc_/),
    state: "a state",
    client_id: client.clientId,
    company_id: String(demo.company_id),
    iss: `${demo.base_url}/service/panel/authentication/v1.0/company/${demo.company_id}`,
  });
});

test("keeps an SDK's application_id in redirect_uri and appends the response parameters", async ({
  seller,
  demo,
}) => {
  const applicationId = "6740f1c2a9d34e0b7c51f201";
  const redirect = await obtainRedirect(seller, {
    companyId: demo.company_id,
    ...client,
    query: { redirect_uri: `${REDIRECT_URI}?application_id=${applicationId}` },
  });
  expect(redirect.href).toMatch(
    new RegExp(`/fp/auth\\?application_id=${applicationId}&(?:.*&)?code=lkc_`),
  );
});

test("security 2, 3, 4, 5, 6: does not redirect to an unregistered redirect_uri", async ({
  seller,
  demo,
}) => {
  const denied = [
    "",
    `${REDIRECT_URI}/`,
    `${REDIRECT_URI}/more`,
    `${REDIRECT_URI}?code=1`,
    `${REDIRECT_URI}?next=1`,
    `${REDIRECT_URI}#fragment`,
    REDIRECT_URI.toUpperCase(),
    REDIRECT_URI.replace("https", "http"),
    REDIRECT_URI.replace(".com", ".com:8443"),
    REDIRECT_URI.replace("fp/auth", "fp%2Fauth"),
    REDIRECT_URI.replace("fp/auth", "fp/..;/auth"),
    REDIRECT_URI.replace("https://", "https://user@"),
    REDIRECT_URI.replace(".com", ".com.evil.test"),
    "https://evil.test\\@shipfast.example.com/fp/auth",
    "javascript:alert(1)",
  ];
  for (const redirectUri of denied) {
    const answer = await openAuthorize(seller, {
      companyId: demo.company_id,
      ...client,
      // A bad response_type must not cause a redirect either (security 7).
      query: { redirect_uri: redirectUri, response_type: "token" },
    });
    expect(answer.status(), redirectUri).toBe(400);
    expect(answer.headers().location, redirectUri).toBeUndefined();
  }
});

test("security 1: does not redirect for an unknown or inactive client", async ({
  seller,
  management,
  demo,
}) => {
  const companyId = demo.company_id;
  const unknown = await openAuthorize(seller, { companyId, ...client, clientId: "f".repeat(24) });
  expect(unknown.status()).toBeGreaterThanOrEqual(400);
  expect(unknown.headers().location).toBeUndefined();

  await management.call("PATCH", `/${client.clientId}`, { data: { is_active: false } });
  const inactive = await openAuthorize(seller, { companyId, ...client });
  expect(inactive.status()).toBeGreaterThanOrEqual(400);
  expect(inactive.headers().location).toBeUndefined();
});

test("security 9, 10: reports errors in a verified request at redirect_uri", async ({
  seller,
  demo,
}) => {
  const wrong: { query: Record<string, string>; error: string }[] = [
    { query: { response_type: "token" }, error: "unsupported_response_type" },
    { query: { scope: "company/profile" }, error: "invalid_scope" },
    { query: { prompt: "none" }, error: "consent_required" },
    { query: { code_challenge: "x", code_challenge_method: "plain" }, error: "invalid_request" },
  ];
  for (const { query, error } of wrong) {
    const answer = await openAuthorize(seller, { companyId: demo.company_id, ...client, query });
    const redirect = new URL(answer.headers().location ?? "");
    expect(redirect.origin + redirect.pathname).toBe(REDIRECT_URI);
    expect(redirect.searchParams.get("error")).toBe(error);
    expect(redirect.searchParams.get("state")).toBe("a state");
    expect(redirect.searchParams.has("code")).toBe(false);
  }
});

test("security 15: sends signed-out people to sign-in and then resumes the same request", async ({
  request,
  seller,
  demo,
}) => {
  const launch = { companyId: demo.company_id, ...client };
  const answer = await openAuthorize(request, launch);
  const location = new URL(answer.headers().location ?? "", demo.base_url);
  expect(location.pathname).toBe("/sign-in");
  const returnTo = new URL(location.searchParams.get("return_to") ?? "", demo.base_url);
  expect(returnTo.pathname).toContain(`/company/${demo.company_id}/oauth/authorize`);
  const resumed = await seller.get(returnTo.href, { maxRedirects: 0 });
  expect(resumed.headers().location).toMatch(/^\/consent\//);

  const silent = await openAuthorize(request, { ...launch, query: { prompt: "none" } });
  const redirect = new URL(silent.headers().location ?? "");
  expect(redirect.searchParams.get("error")).toBe("login_required");
});

test("security 16: shows no consent page to another company's seller", async ({
  seller,
  database: _,
}) => {
  const { companyId } = await mintCompany();
  const answer = await openAuthorize(seller, { companyId, ...client });
  expect(answer.status()).toBe(403);
  expect(answer.headers().location).toBeUndefined();
});

test("spec 4.3 rule 3: Don't allow ends on Latchkey's own page and closes the request", async ({
  seller,
  demo,
}) => {
  const launch = { companyId: demo.company_id, ...client };
  const opened = await openAuthorize(seller, launch);
  const path = opened.headers().location ?? "";
  const denied = await pressConsent(seller, path, "deny");
  expect(denied.status()).toBe(303);
  expect(denied.headers().location).toBe(`${path}/rejected`);
  const page = await seller.get(`${path}/rejected`);
  expect(page.status()).toBe(200);
  expect(await page.text()).toContain("Nothing was shared");
});
