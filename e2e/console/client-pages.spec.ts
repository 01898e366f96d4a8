import type { Page } from "@playwright/test";
import { openOrganization } from "@/test/browser/console-parts";
import { expect, test } from "@/test/browser/test";
import { mintClient } from "@/test/factories/mint";
import { denial, mintEvents } from "@/test/factories/mint-events";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** An organization in the browser, and a client of it. */
async function mintPages(page: Page) {
  const { organizationId, home } = await openOrganization(page);
  const { clientId } = await mintClient(organizationId, { name: "Shipfast" });
  return { organizationId, clientId, path: `${home}/clients/${clientId}` };
}

const tabs = [
  ["Overview", "", "At a glance"],
  ["Configuration", "/configuration", "URLs"],
  ["Companies", "/companies", "Companies"],
  ["Connect", "/connect", "Connect"],
  ["Credentials", "/credentials", "Credentials"],
] as const;

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the tabs are links that mark the current one, and no button opens the palette", async ({
    page,
    database: _,
  }) => {
    const { path } = await mintPages(page);
    await page.goto(path);
    const nav = page.getByRole("navigation", { name: "Extension", exact: true });
    for (const [label, segment, heading] of tabs) {
      await nav.getByRole("link", { name: label, exact: true }).click();
      await expect(page).toHaveURL(`${path}${segment}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Shipfast");
      await expect(page.getByRole("heading", { level: 2, name: heading })).toBeVisible();
      await expect(nav.locator("[aria-current=page]")).toHaveText(label);
    }
    await expect(page.getByRole("button", { name: "Search or jump" })).toBeHidden();
  });
});

test("a client's overview and its requests show the same figures", async ({
  page,
  database: _,
}) => {
  const { clientId, path } = await mintPages(page);
  await mintEvents(clientId, [{}, {}, {}, denial("invalid_grant")]);
  await page.goto(path);
  const figures = page.getByRole("region", { name: "Figures" });
  await expect(figures).toContainText("75%");
  const overview = await figures.textContent();
  await page.goto(`${path}/requests`);
  await expect(figures).toHaveText(overview ?? "");
});

test("former addresses lead to the section that replaced them", async ({ page, database: _ }) => {
  const { path } = await mintPages(page);
  for (const [former, section] of [
    ["/edit", ""],
    ["/redirect-urls", "#urls"],
    ["/scopes", "#scopes"],
    ["/lifetimes", "#tokens"],
  ]) {
    await page.goto(`${path}${former}`);
    await expect(page).toHaveURL(`${path}/configuration${section}`);
  }
  await page.goto(`${path}/audit`);
  await expect(page).toHaveURL(/organization\/\w+\/audit\?client_id=\w+$/);
});

test("another organization's client has no pages, in neither organization, and no frame", async ({
  page,
  database: _,
}) => {
  const { organizationId, path } = await mintPages(page);
  const other = await mintPages(page);
  const foreign = path.replace(organizationId, other.organizationId);
  for (const address of [
    `${path}/requests`,
    `${path}/configuration`,
    foreign,
    `${foreign}/requests`,
  ]) {
    expect((await page.goto(address))?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "This page does not exist" })).toBeVisible();
    await expect(page.locator(`a[href*="${organizationId}"]`)).toHaveCount(0);
  }
});

test("a page does not prefetch the pages that it links to", async ({ page, database: _ }) => {
  const { home } = await openOrganization(page);
  const pagePaths: string[] = [];
  page.on("request", (request) => {
    if (request.headers().rsc) pagePaths.push(new URL(request.url()).pathname);
  });
  await page.goto(home, { waitUntil: "networkidle" });
  expect(pagePaths).toEqual([]);
  await page.getByRole("link", { name: "Members" }).first().click();
  await expect(page.getByRole("heading", { name: "Members", level: 1 })).toBeVisible();
  expect(pagePaths).toEqual([`${home}/members`]);
});
