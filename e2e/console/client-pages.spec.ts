import type { Page } from "@playwright/test";
import type { OrganizationRole } from "@/lib/core/permissions";
import { become } from "@/test/browser/become";
import { expect, test } from "@/test/browser/test";
import { mintClient, mintMember, mintOrganization } from "@/test/factories/mint";
import { denial, mintEvents } from "@/test/factories/mint-events";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const SCOPES = ["company/products/read", "company/orders/read", "own/scope"];

/** A client in its own organization, and a member with that role in the browser. */
async function openClient(page: Page, role: OrganizationRole = "admin") {
  const { organizationId } = await mintOrganization();
  const client = await mintClient(organizationId, { name: "Shipfast", scopes: SCOPES });
  await become(page, await mintMember(organizationId, role));
  const path = `/organization/${organizationId}/clients/${client.clientId}`;
  return { organizationId, client, path };
}

const tabs = [
  ["Overview", "", "At a glance"],
  ["Configuration", "/configuration", "URLs"],
  ["Companies", "/companies", "Companies"],
  ["Credentials and quick start", "/credentials", "Credentials"],
] as const;

test("the tabs are links that work without JavaScript, and mark the current one", async ({
  browser,
  demo,
  database: _,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: demo.base_url });
  const page = await context.newPage();
  const { path } = await openClient(page);
  await page.goto(path);
  const nav = page.getByRole("navigation", { name: "Client", exact: true });
  for (const [label, segment, heading] of tabs) {
    await nav.getByRole("link", { name: label, exact: true }).click();
    await expect(page).toHaveURL(`${path}${segment}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Shipfast");
    await expect(page.getByRole("heading", { level: 2, name: heading })).toBeVisible();
    await expect(nav.locator("[aria-current=page]")).toHaveText(label);
  }
  await context.close();
});

test("a reader without audit permission finds no history and no way to make changes", async ({
  page,
  database: _,
}) => {
  const { path, organizationId } = await openClient(page, "auditor");
  const history = page.getByRole("link", { name: "History" });
  await page.goto(`${path}/configuration`);
  await expect(history).toHaveAttribute("href", `${path}/audit`);
  await expect(page.getByLabel("Name", { exact: true })).toBeDisabled();
  for (const [, segment] of tabs) {
    await page.goto(`${path}${segment}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("button", { name: /Rotate|Reveal|Revoke|Delete/ })).toHaveCount(0);
  }
  await become(page, await mintMember(organizationId, "developer"));
  await page.goto(`${path}/configuration`);
  await expect(page.getByLabel("Name", { exact: true })).toBeEnabled();
  await expect(history).toHaveCount(0);
});

test("a client's overview and its requests show the same figures", async ({
  page,
  database: _,
}) => {
  const { client, path } = await openClient(page, "developer");
  await mintEvents(client.clientId, [{}, {}, {}, denial("invalid_grant")]);
  await page.goto(path);
  const figures = page.getByRole("region", { name: "Figures" });
  await expect(figures).toContainText("75%");
  const overview = await figures.textContent();
  await page.goto(`${path}/requests`);
  await expect(figures).toHaveText(overview ?? "");
});

test("former addresses lead to the section that replaced them", async ({ page, database: _ }) => {
  const { path } = await openClient(page);
  for (const [former, section] of [
    ["/edit", ""],
    ["/redirect-urls", "#urls"],
    ["/scopes", "#scopes"],
    ["/lifetimes", "#tokens"],
  ]) {
    await page.goto(`${path}${former}`);
    await expect(page).toHaveURL(`${path}/configuration${section}`);
  }
});

test("another organization's client has no pages, and its organization no frame", async ({
  page,
  database: _,
}) => {
  const { organizationId, path } = await openClient(page);
  await become(page, (await mintOrganization()).owner);
  for (const [, segment] of tabs) {
    const answer = await page.goto(`${path}${segment}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "This page does not exist" })).toBeVisible();
    await expect(page.locator(`a[href*="${organizationId}"]`)).toHaveCount(0);
  }
});
