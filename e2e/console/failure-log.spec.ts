import type { APIRequestContext } from "@playwright/test";
import { newId } from "@/lib/core/crypto/ids";
import { expectAccessible } from "@/test/browser/expect-accessible";
import { adoptSession, expect, test } from "@/test/browser/test";
import { mintClient, mintOrganization } from "@/test/factories/mint";
import { type ExtensionClient, registerExtension } from "@/test/requests/http/extension-client";
import { openAuthorize } from "@/test/requests/http/obtain-code";
import { obtainTokens } from "@/test/requests/http/obtain-tokens";
import { companyOauth, postToken } from "@/test/requests/http/post-token";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test.beforeEach(({ page, admin }) => adoptSession(page, admin));

test("a developer finds a rejected request by its id, with the failed check and the likely fix", async ({
  page,
  request,
  management,
  demo,
}) => {
  const client = await registerExtension(management);
  await requestDeniedToken(request, demo.company_id, client);
  const requestId = await requestDeniedToken(request, demo.company_id, client);

  await page.goto(`/organization/${demo.organization_id}/clients/${client.clientId}`);
  await page.getByRole("link", { name: "Monitoring" }).click();
  await page.getByRole("link", { name: "Failure log" }).click();
  await expect(page.getByRole("article")).toHaveCount(2);
  await page.getByLabel("Request ID").fill(requestId);
  await expect(page).toHaveURL(new RegExp(`request_id=${requestId}`));
  const entry = page.getByRole("article");
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText("Denied");
  await expect(entry).toContainText("invalid_grant");
  await expect(entry).toContainText("Likely fix");
  await expect(entry).toContainText("code_form");
  await expect(entry).toContainText(requestId);
});

test("the error page links members, and only members, to the rejected request", async ({
  page,
  request,
  management,
  seller,
  demo,
}) => {
  const client = await registerExtension(management);
  const requestId = await requestDeniedToken(request, demo.company_id, client);
  const explanation = `/errors/invalid_grant?request_id=${requestId}`;
  const link = "See this request in the failure log";
  await page.goto(explanation);
  await page.getByRole("link", { name: link }).click();
  await expect(page.getByRole("article")).toContainText(requestId);

  for (const stranger of [seller, request]) {
    const answer = await stranger.get(explanation);
    expect(await answer.text()).not.toContain(link);
  }
});

test("shows the request without its secrets", async ({ page, request, management, demo }) => {
  const client = await registerExtension(management);
  const secret = `lks_${newId()}`;
  await requestDeniedToken(request, demo.company_id, { ...client, clientSecret: secret });

  await page.goto(logPath(demo.organization_id, client.clientId));
  const entry = page.getByRole("article");
  await expect(entry).toContainText("invalid_client");
  await entry.getByText("What was sent, without secrets").click();
  await expect(entry).toContainText("authorization_code");
  expect(await page.content()).not.toContain(secret);
  expect(await page.content()).not.toContain(client.clientSecret);
});

test("marks a browser's rejected request as unauthenticated and shows how it differs", async ({
  page,
  seller,
  management,
  demo,
}) => {
  const client = await registerExtension(management);
  const answer = await openAuthorize(seller, {
    companyId: demo.company_id,
    ...client,
    query: { redirect_uri: "https://shipfast.example.com/fp/other" },
  });
  expect(answer.status()).toBe(400);

  await page.goto(logPath(demo.organization_id, client.clientId));
  const entry = page.getByRole("article");
  await expect(entry).toContainText("Not authenticated");
  await expect(entry).toContainText("redirect_uri_registered");
  await expect(entry).toContainText("Difference");
  await expect(entry).toContainText("/fp/other");
});

test("the filters work without JavaScript and stay in the URL", async ({
  browser,
  request,
  seller,
  admin,
  management,
  demo,
}) => {
  const client = await registerExtension(management);
  await requestDeniedToken(request, demo.company_id, client);
  await obtainTokens(request, seller, demo.company_id, client);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: demo.base_url });
  const page = await context.newPage();
  await adoptSession(page, admin);
  await page.goto(logPath(demo.organization_id, client.clientId));
  await page.getByText("More filters").click();
  await page.getByLabel("Outcome").selectOption("refused");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page).toHaveURL(/outcome=refused/);
  await expect(page.getByLabel("Outcome")).toHaveValue("refused");
  await expect(page.getByRole("article")).toHaveCount(1);

  await page.getByLabel("From (UTC)").fill("2099-01-01T00:00");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByRole("heading", { name: "No request matches" })).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).first().click();
  await expect(page.getByRole("article")).not.toHaveCount(1);
  await page.goto(`${logPath(demo.organization_id, client.clientId)}?page=99`);
  await expect(page.getByRole("heading", { name: "This page is past the end" })).toBeVisible();
  await context.close();
});

test("another organization's client has no failure log", async ({ page, demo, database: _ }) => {
  const { organizationId } = await mintOrganization();
  const { clientId } = await mintClient(organizationId);
  for (const owner of [organizationId, demo.organization_id]) {
    const answer = await page.goto(logPath(owner, clientId));
    expect(answer?.status()).toBe(404);
  }
});

test("the log is accessible when empty, when filled, and when nothing matches", async ({
  page,
  request,
  seller,
  management,
  demo,
}) => {
  const client = await registerExtension(management);
  const path = logPath(demo.organization_id, client.clientId);
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "No requests yet" })).toBeVisible();
  await expectAccessible(page);

  await requestDeniedToken(request, demo.company_id, client);
  const redirectUri = `https://shipfast.example.com/${"long".repeat(60)}`;
  const query = { redirect_uri: redirectUri };
  await openAuthorize(seller, { companyId: demo.company_id, ...client, query });
  await obtainTokens(request, seller, demo.company_id, client);
  await page.reload();
  for (const summary of await page.locator("summary").all()) await summary.click();
  await expectAccessible(page);

  await page.goto(`${path}?request_id=${newId()}`);
  await expect(page.getByRole("heading", { name: "No request matches" })).toBeVisible();
  await expectAccessible(page);
});

/** Sends an invalid code and returns the id of the rejected request. */
async function requestDeniedToken(
  request: APIRequestContext,
  companyId: number,
  client: ExtensionClient,
): Promise<string> {
  const answer = await postToken(request, `${companyOauth(companyId)}/token`, {
    client,
    json: { grant_type: "authorization_code", code: "not-a-code" },
  });
  expect(answer.ok()).toBe(false);
  return (await answer.json()).request_id;
}

function logPath(organizationId: string, clientId: string): string {
  return `/organization/${organizationId}/clients/${clientId}/events`;
}
