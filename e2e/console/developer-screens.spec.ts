import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "@/test/browser/expect-accessible";
import { tabTo } from "@/test/browser/tab-to";
import { adoptSession, expect, test } from "@/test/browser/test";
import { browserHeaders, mintMember } from "@/test/factories/mint";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import { type ExtensionClient, registerExtension } from "@/test/requests/http/extension-client";
import { obtainTokens } from "@/test/requests/http/obtain-tokens";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const SCOPES = ["company/products/read", "company/profile"];
const OWN_TOKEN = /lk[oncrs]_[\w-]{20}/;
const NOBODY_LISTENS = "http://127.0.0.1:9";

test.beforeEach(({ page, admin }) => adoptSession(page, admin));

test("the quick start contains the client's own values but no secret", async ({
  page,
  management,
  demo,
}) => {
  const client = await registerExtension(management, { base_url: new URL(REDIRECT_URI).origin });
  const answer = await page.goto(pathOf(demo.organization_id, client, "quick-start"));
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

test("a new client's first token and call take six clicks from the list of clients", async ({
  page,
  demo,
}) => {
  let clickCount = 0;
  const press = async (target: Locator) => {
    await target.click();
    clickCount += 1;
  };
  await page.goto(`/organization/${demo.organization_id}/clients`);
  await press(page.getByRole("link", { name: "New client" }).first());
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.type("Parcel");
  await press(page.getByLabel("I have no URL yet"));
  await expectAccessible(page);
  await press(page.getByRole("button", { name: "Create client" }));
  await press(page.getByLabel("I have stored the secret"));
  await press(page.getByRole("button", { name: "Continue to the quick start" }));
  await expect(page.getByText("First request with the secret")).toBeVisible();
  await press(page.getByRole("button", { name: "Run all" }));
  await expect(page.getByText("Every step worked.")).toBeVisible();
  // A trial is no first call.
  await expect(page.getByText(/First API call$/)).toBeVisible();
  test.info().annotations.push({ type: "clicks", description: String(clickCount) });
  expect(clickCount).toBeLessThanOrEqual(6);
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
  const query = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: callback,
    response_type: "code",
    scope: client.scopes.join(),
    state: "elsewhere",
  });
  await page.goto(pathOf(demo.organization_id, client, "try?tool=sandbox"));
  const company = await sandboxOf(page);
  const path = `/service/panel/authentication/v1.0/company/${company}/oauth/authorize`;
  await page.goto(`${path}?${query}`);
  await page.getByRole("button", { name: /^Allow access/ }).click();
  await expect(page).toHaveURL(/\/quick-start\?company=\d+$/);
  await page.getByRole("button", { name: "Get an offline token", exact: true }).click();
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
  await expect(page).toHaveURL(/\/quick-start#try$/);
  await expectAccessible(page);

  await pressByKeyboard(page, "Send authorize");
  await expect(page.getByText("Decide as the seller of Shipfast Labs")).toBeVisible();
  await expectAccessible(page);
  await pressByKeyboard(page, "Don’t allow");
  await expect(page.getByText("You chose Don't allow.")).toBeVisible();

  await pressByKeyboard(page, "Send authorize again");
  for (const button of [
    "Allow",
    "Get an online token",
    "Get an offline token",
    "Call products",
    "Refresh the token",
  ] as const) {
    await pressByKeyboard(page, button);
  }
  await expect(page.getByText("Done, 200")).toHaveCount(5);
  await pressByKeyboard(page, "Uninstall");
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
  for (const button of [
    "Send authorize",
    "Get an offline token",
    "Get an offline token again",
    "Call products",
  ]) {
    await page.getByRole("button", { name: button, exact: true }).click();
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
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await press("Expire access tokens");
  await expect(page.getByRole("status")).toContainText("There was nothing to do.");

  await obtainTokens(request, admin, await sandboxOf(page), client);
  await press("Expire access tokens");
  await expect(page.getByRole("status")).toContainText("2 access tokens have expired");
  await press("Expire refresh tokens");
  await expect(page.getByRole("status")).toContainText("1 refresh token has expired");
  await press("Reject");
  await expect(page.getByRole("status")).toContainText("This company has no pending consent");
  await press("Uninstall");
  await expect(page.getByRole("status")).toContainText("The grant was removed");
  await press("Replay the code");
  await expect(page.getByRole("status")).toContainText("The code counts as replayed");
  await expectAccessible(page);
  await page.getByRole("link", { name: /^See request/ }).click();
  await expect(page.getByRole("dialog", { name: /^Request / })).toContainText("code_unused");
});

test("the conformance check drives the sample extension and gives a verdict for each step", async ({
  page,
  sampleExtension,
  demo,
}) => {
  const extension = await sampleExtension(SCOPES);
  await extension.start({ scopes: SCOPES });
  await page.goto(pathOf(demo.organization_id, extension.client, "try?tool=conformance"));
  await expect(page.getByLabel("URL of the extension")).toHaveValue(extension.baseUrl);
  await page.getByRole("button", { name: "Run the check" }).click();
  const result = page.getByRole("region", { name: "Last result" });
  await expect(result.getByRole("listitem")).toHaveCount(5);
  // The sample refreshes only when it is used, which causes a hint, not a failure.
  await expect(result.getByText("Passed", { exact: true })).toHaveCount(4);
  await expect(result.getByText("Could be better", { exact: true })).toHaveCount(1);
  expect(extension.received).toContain("POST /fp/uninstall");
});

test("the conformance check reports a bad address and an extension that does not respond", async ({
  page,
  management,
  demo,
}) => {
  const client = await registerExtension(management);
  await page.goto(pathOf(demo.organization_id, client, "try?tool=conformance"));
  const address = page.getByLabel("URL of the extension");
  await address.fill("http://extension.example.com");
  await page.getByRole("button", { name: "Run the check" }).click();
  await expect(page.getByText("It must use https")).toBeVisible();
  await expect(address).toBeFocused();

  await address.fill(NOBODY_LISTENS);
  await page.getByRole("button", { name: "Run the check" }).click();
  const result = page.getByRole("region", { name: "Last result" });
  await expect(result).toContainText("The extension failed a step.");
  await expect(result.getByText("Skipped", { exact: true })).toHaveCount(4);
  await expectAccessible(page);
});

test("the organization flow starts at the extension and leads to its consent page", async ({
  page,
  sampleExtension,
  management,
  demo,
}) => {
  const extension = await sampleExtension(SCOPES);
  const path = pathOf(demo.organization_id, extension.client, "quick-start");
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
});

test("an auditor sees why the client cannot be tried", async ({
  page,
  management,
  demo,
  database: _,
}) => {
  const client = await registerExtension(management);
  const { cookie } = browserHeaders(await mintMember(demo.organization_id, "auditor"));
  const [name = "", value = ""] = cookie?.split("=") ?? [];
  await page.context().addCookies([{ name, value, url: demo.base_url }]);
  for (const screen of ["try", "try?tool=sandbox", "try?tool=conformance"] as const) {
    await page.goto(pathOf(demo.organization_id, client, screen));
    await expect(page.getByText("Your role, auditor, cannot run this.")).toBeVisible();
    await expect(page.getByRole("button", { name: /Send|Expire|Run/ })).toHaveCount(0);
  }
  await expectAccessible(page);
});

type Screen = "quick-start" | "try" | "try?tool=sandbox" | "try?tool=conformance";

function pathOf(organizationId: string, { clientId }: ExtensionClient, screen: Screen): string {
  return `/organization/${organizationId}/clients/${clientId}/${screen}`;
}

/** The organization's own company in the page's list. */
async function sandboxOf(page: Page): Promise<number> {
  return Number(await page.getByLabel("Sandbox company").inputValue());
}

async function pressByKeyboard(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name, exact: true });
  await expect(button).toBeEnabled();
  await tabTo(page, button);
  await page.keyboard.press("Enter");
}
