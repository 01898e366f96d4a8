import type { Locator, Page } from "@playwright/test";
import { pressOn } from "@/test/browser/by-keyboard";
import { button } from "@/test/browser/console-parts";
import { expectAccessible } from "@/test/browser/expect-accessible";
import { adoptSession, expect, test } from "@/test/browser/test";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import { authorizePath } from "@/test/requests/http/authorize-path";
import { type ExtensionClient, registerExtension } from "@/test/requests/http/extension-client";
import { obtainTokens } from "@/test/requests/http/obtain-tokens";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const SCOPES = ["company/products/read", "company/profile"];
const OWN_TOKEN = /lk[oncrs]_[\w-]{20}/;
const NOBODY_LISTENS = "http://127.0.0.1:9";

test.beforeEach(({ page, admin }) => adoptSession(page, admin));

test("Connect contains the client's own values but no secret", async ({
  page,
  management,
  demo,
}) => {
  const client = await registerExtension(management, { base_url: new URL(REDIRECT_URI).origin });
  const answer = await page.goto(pathOf(demo.organization_id, client, "connect"));
  const env = page.getByRole("figure").filter({ hasText: "FP_API_DOMAIN=" });
  await expect(env).toContainText(`EXTENSION_API_KEY=${client.clientId}`);
  await expect(env).toContainText(`FP_API_DOMAIN=${demo.base_url}`);
  await expect(env).toContainText(client.clientSecret.slice(-4));
  expect(await answer?.text()).not.toMatch(OWN_TOKEN);

  for (const [tab, text] of [
    ["curl", "grant_type=refresh_token"],
    ["Python", "urllib.request"],
    ["Java", "java.net.http.HttpClient"],
    ["Node with the FDK", "import { setupFdk }"],
  ] as const) {
    await page.getByRole("tab", { name: tab }).click();
    await expect(page.getByRole("tabpanel", { name: tab })).toContainText(text);
  }
  const install = page.getByRole("link", { name: /^Install in Shipfast Labs/ });
  await expect(install).toHaveAttribute(
    "href",
    new RegExp(`/fp/install\\?company_id=\\d+&client_id=${client.clientId}&cluster_url=`),
  );
  await expectAccessible(page);
});

test("a new client's first token and call take five clicks from the list of clients", async ({
  page,
  demo,
}) => {
  let clickCount = 0;
  const press = async (target: Locator) => {
    await target.click();
    clickCount += 1;
  };
  await page.goto(`/organization/${demo.organization_id}/clients`);
  await press(page.getByRole("link", { name: "New extension" }).first());
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.type("Parcel");
  await expectAccessible(page);
  await press(page.getByRole("button", { name: "Create extension" }));
  await press(page.getByLabel("I have stored the secret"));
  await press(page.getByRole("button", { name: "Connect the extension" }));
  await expect(page.getByText("First request with the secret")).toBeVisible();
  await press(page.getByRole("button", { name: "Run all" }));
  await expect(page.getByText("Every step worked.")).toBeVisible();
  // A trial is no first call.
  await expect(page.getByText("First API call: waiting")).toBeVisible();
  test.info().annotations.push({ type: "clicks", description: String(clickCount) });
  expect(clickCount).toBeLessThanOrEqual(5);
  expect(await page.content()).not.toMatch(OWN_TOKEN);
  await expectAccessible(page);
});

test("a launch from elsewhere returns from the sandbox callback, and the flow goes on with its code", async ({
  page,
  management,
  demo,
}) => {
  const callback = `${demo.base_url}/sandbox/callback`;
  const client = await registerExtension(management, { redirect_urls: [callback] });
  await page.goto(pathOf(demo.organization_id, client, "try?tool=sandbox"));
  const company = await sandboxOf(page);
  const elsewhere = { redirect_uri: callback, state: "elsewhere" };
  await page.goto(authorizePath(company, client, elsewhere));
  await page.getByRole("button", { name: /^Allow access/ }).click();
  await expect(page).toHaveURL(/\/connect\?company=\d+$/);
  await button(page, "Get an offline token").click();
  await expect(page.getByText("Done, 200")).toBeVisible();
  await page.goto("/sandbox/callback?code=made-up");
  await expect(page.getByRole("heading", { name: "There is nothing to try here" })).toBeVisible();
  await expectAccessible(page);
});

test("by keyboard: the flow runs step by step, with consent decided on the page and nothing secret on it", async ({
  page,
  management,
  demo,
}) => {
  const client = await registerExtension(management);
  await page.goto(pathOf(demo.organization_id, client, "try"));
  await expect(page).toHaveURL(/\/connect#try$/);
  await expectAccessible(page);

  await pressOn(page, button(page, "Send authorize"));
  await expect(page.getByText("Decide as the seller of Shipfast Labs")).toBeVisible();
  await expectAccessible(page);
  await pressOn(page, button(page, "Don’t allow"));
  await expect(page.getByText("You chose Don't allow.")).toBeVisible();
  for (const name of [
    "Send authorize again",
    "Allow",
    "Get an online token",
    "Get an offline token",
    "Call products",
    "Refresh the token",
  ]) {
    await expect(button(page, name)).toBeEnabled();
    await pressOn(page, button(page, name));
  }
  await expect(page.getByText("Done, 200")).toHaveCount(5);
  await pressOn(page, button(page, "Remove"));
  await expect(page.getByText("Every step worked.")).toBeVisible();
  expect(await page.content()).not.toMatch(OWN_TOKEN);
  await expectAccessible(page);
});

test("a rejected step says why and links to its request", async ({
  page,
  admin,
  request,
  management,
  demo,
}) => {
  const client = await registerExtension(management);
  await page.goto(pathOf(demo.organization_id, client, "try?tool=sandbox"));
  await obtainTokens(request, admin, await sandboxOf(page), client);
  await page.goto(pathOf(demo.organization_id, client, "try"));
  for (const name of [
    "Send authorize",
    "Get an offline token",
    "Get an offline token again",
    "Call products",
  ]) {
    await button(page, name).click();
  }
  await expect(page.getByText("It was denied.")).toHaveCount(2);
  await expect(page.getByText(/^The request failed with 401 invalid_token/)).toBeVisible();
  await page
    .getByRole("listitem")
    .filter({ hasText: "The request failed with 400 invalid_grant" })
    .getByRole("link", { name: /^See request/ })
    .click();
  await expect(page.getByRole("dialog", { name: /^Request / })).toContainText("code_unused");
});

test("the sandbox clock shows the result of each action", async ({
  page,
  admin,
  request,
  management,
  demo,
}) => {
  const client = await registerExtension(management);
  await page.goto(pathOf(demo.organization_id, client, "try?tool=sandbox"));
  await obtainTokens(request, admin, await sandboxOf(page), client);
  for (const [action, result] of [
    ["Expire access tokens", "2 access tokens have expired"],
    ["Expire access tokens", "There was nothing to do."],
    ["Reject", "This company has no pending consent"],
    ["Remove", "The grant was removed"],
    ["Replay the code", "The code counts as replayed"],
  ] as const) {
    await button(page, action).click();
    await expect(page.getByRole("status").filter({ hasText: result })).toBeVisible();
  }
  await expectAccessible(page);
});

test("the conformance check reports a bad address, silence, and a verdict for each step", async ({
  page,
  sampleExtension,
  demo,
}) => {
  const extension = await sampleExtension(SCOPES);
  await page.goto(pathOf(demo.organization_id, extension.client, "try?tool=conformance"));
  const address = page.getByLabel("URL of the extension");
  const run = page.getByRole("button", { name: /^Run (the check|again)$/ });
  const result = page.getByRole("region", { name: "Last result" });
  await expect(address).toHaveValue(extension.baseUrl);
  await address.fill("http://extension.example.com");
  await run.click();
  await expect(page.getByText("It must use https")).toBeVisible();
  await expect(address).toBeFocused();
  await address.fill(NOBODY_LISTENS);
  await run.click();
  await expect(result).toContainText("The extension failed a step.");
  await expect(result.getByText("Skipped", { exact: true })).toHaveCount(4);
  await expectAccessible(page);

  await extension.start({ scopes: SCOPES });
  await address.fill(extension.baseUrl);
  await run.click();
  // The sample refreshes only when it is used, which causes a hint, not a failure.
  await expect(result.getByText("Passed", { exact: true })).toHaveCount(4);
  await expect(result.getByText("Could be better", { exact: true })).toHaveCount(1);
  expect(extension.received).toContain("POST /fp/uninstall");
});

test("the organization flow starts at the extension and ends there, after consent", async ({
  page,
  sampleExtension,
  management,
  demo,
}) => {
  const extension = await sampleExtension(SCOPES);
  const path = pathOf(demo.organization_id, extension.client, "connect");
  await page.goto(path);
  await expect(page.getByText("Its callback URL is not registered.")).toBeVisible();
  await management.call("PATCH", `/${extension.client.clientId}`, {
    data: { redirect_urls: [`${extension.baseUrl}/fp/auth`, `${extension.baseUrl}/adm/auth`] },
  });
  await extension.start({ scopes: SCOPES });
  await page.goto(path);
  await page.getByRole("link", { name: "Install for this organization" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    `${extension.name} wants to work with Shipfast Labs`,
  );
  await page.getByRole("button", { name: /^Allow/ }).click();
  await expect.poll(() => extension.received).toContain("GET /adm/auth");
});

type Screen = "connect" | "try" | "try?tool=sandbox" | "try?tool=conformance";

function pathOf(organizationId: string, { clientId }: ExtensionClient, screen: Screen): string {
  return `/organization/${organizationId}/clients/${clientId}/${screen}`;
}

/** The organization's own company, which the conformance check names. */
async function sandboxOf(page: Page): Promise<number> {
  const words = await page.getByText(/^Acts as the platform/).textContent();
  return Number(/company (\d+)/.exec(words ?? "")?.[1]);
}
