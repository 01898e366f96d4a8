import { pressOn } from "@/test/browser/by-keyboard";
import { button, hydrated, link, noticeText, openOrganization } from "@/test/browser/console-parts";
import { expectFocusOn, tabTo } from "@/test/browser/tab-to";
import { expect, test } from "@/test/browser/test";
import { mintClient } from "@/test/factories/mint";
import { mintAuditRows } from "@/test/factories/mint-audit";
import { denial, mintEvents } from "@/test/factories/mint-events";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("automation: finds an operation in the API reference with / and reads it in the console's frame", async ({
  page,
  database: _,
}) => {
  const { home, organizationId } = await openOrganization(page);
  await page.goto(home);
  await pressOn(page, link(page, "API reference"));
  await expect(page).toHaveURL(`/docs?organization_id=${organizationId}`);
  const search = page.getByRole("combobox", { name: "Search operations and fields" });
  await hydrated(page);
  await page.keyboard.press("/");
  await expectFocusOn(search);
  await page.keyboard.type("rotate sec");
  const options = page.getByRole("option");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  await expectFocusOn(search);
  await search.fill("rotate a client");
  await expect(options.first()).toContainText("Rotate a client");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/docs/rotateSecret");
  await expect(page.locator("nav [aria-current='page']")).toHaveText(/Rotate a client/);
  const errors = page.getByRole("main").locator("details").last();
  await pressOn(page, errors.locator("summary"));
  await expect(errors).toHaveAttribute("open");
  await pressOn(page, link(page, "Clients").first());
  await expect(page).toHaveURL(`${home}/clients`);
});

test("without JavaScript, the search of the API reference opens its results as a page", async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/docs/getClient");
  await page.getByRole("combobox").fill("redirect_uri");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/docs?q=redirect_uri");
  await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/redirect_uri/);
  await context.close();
});

test("a link to an operation in the reference when it was one page still leads to the operation", async ({
  page,
}) => {
  await page.goto("/docs#rotateSecret");
  const entry = page.locator(":target");
  await expect(entry).toBeInViewport();
  await pressOn(page, entry.getByRole("link", { name: /Rotate a client/ }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Rotate a client/);
});

test("audit: filters, verifies, and exports", async ({ page, database: _ }) => {
  const { organizationId, owner, home } = await openOrganization(page);
  await mintAuditRows(organizationId, owner.userId, [{}, { action: "client.created" }]);
  await page.goto(home);
  await pressOn(page, link(page, "Logs"));
  await pressOn(page, link(page, "Audit"));
  await tabTo(page, page.getByLabel("Action"));
  await page.keyboard.type("Client created");
  await expect(page).toHaveURL(/action=client.created/);
  await expect(page.getByText("1 to 1 of 1 entry")).toBeVisible();
  const download = page.waitForEvent("download");
  await pressOn(page, link(page, "Export CSV"));
  expect((await download).suggestedFilename()).toBe(`audit-${organizationId}.csv`);
  await pressOn(page, button(page, "Verify"));
  await expect(noticeText(page, "intact")).toBeVisible();
  await pressOn(page, link(page, "Clear filters"));
  await expect(page).toHaveURL(`${home}/audit`);
});

test("activity: switches the window and the table, and opens the remaining first step", async ({
  page,
  database: _,
}) => {
  const { organizationId, home } = await openOrganization(page);
  const { clientId } = await mintClient(organizationId);
  await mintEvents(clientId, [{}, denial("invalid_grant")]);
  await page.goto(home);
  for (const name of ["24 hours", "30 days", "7 days"]) {
    await pressOn(page, link(page, name));
    await expect(link(page, name)).toHaveAttribute("aria-current", "true");
    await expectFocusOn(link(page, name));
  }
  await pressOn(page, page.getByText("Show the numbers"));
  await expect(page.getByRole("row")).toHaveCount(8);
  const steps = page.getByRole("region", { name: "First steps" });
  await pressOn(page, steps.getByRole("link").first());
  await expect(page).not.toHaveURL(home);
});

test("the theme, the language, and the shortcut sheet are reachable", async ({
  page,
  database: _,
}) => {
  const { home } = await openOrganization(page);
  await page.goto(home);
  await pressOn(page, button(page, "Asha Rao"));
  await pressOn(page, button(page, "Dark"));
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page).toHaveURL(home);
  await pressOn(page, button(page, "Asha Rao"));
  await page.keyboard.press("Escape");
  await expectFocusOn(button(page, "Asha Rao"));
  await page.keyboard.press("Enter");
  await pressOn(page, button(page, "Deutsch"));
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  // The shortcut appears on it once the page's scripts run.
  await expect(button(page, /^Suchen oder springen/)).toContainText("Strg K");
  await page.keyboard.press("Tab");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expectFocusOn(page.locator("a[href='#main']"));
});
