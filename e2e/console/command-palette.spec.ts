import type { Page } from "@playwright/test";
import { newId } from "@/lib/core/crypto/ids";
import { become } from "@/test/browser/become";
import { expectAccessible } from "@/test/browser/expect-accessible";
import { holdRequests, SCRIPTS } from "@/test/browser/hold-requests";
import { expect, test } from "@/test/browser/test";
import { type MintedOrganization, mintClient, mintOrganization } from "@/test/factories/mint";
import { mintOperator } from "@/test/factories/mint-platform";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const launcher = (page: Page) => page.getByRole("button", { name: "Search or jump" });
const field = (page: Page) => page.getByRole("combobox", { name: "Search or jump" });
const option = (page: Page, name: string) => page.getByRole("option", { name, exact: true });
const selectedOption = (page: Page) =>
  page.getByRole("listbox").getByRole("option", { selected: true });
const sheet = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });

/** Opens a page and waits until its scripts run, which add the shortcut to the button. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(launcher(page)).toContainText("Ctrl K");
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
}

test.describe("in the console", () => {
  let organization: MintedOrganization;
  let home: string;

  test.beforeEach(async ({ page, database: _ }) => {
    organization = await mintOrganization();
    home = `/organization/${organization.organizationId}`;
    await become(page, organization.owner);
  });

  test("finds a client by part of its name and by its id, using only the keyboard", async ({
    page,
  }) => {
    const name = `Parcel ${newId()}`;
    const { clientId } = await mintClient(organization.organizationId, { name });
    await mintClient(organization.organizationId, { name: "Another" });
    for (const searchText of [name.slice(4), clientId]) {
      await open(page, home);
      await openPalette(page);
      await page.keyboard.type(searchText);
      await expect(selectedOption(page)).toHaveText(`${name}${clientId}`);
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(`${home}/clients/${clientId}`);
      await expect(field(page)).toHaveCount(0);
    }
  });

  test("searches for what was typed before its code had arrived, without following shortcuts", async ({
    page,
  }) => {
    const name = `go Parcel ${newId()}`;
    const { clientId } = await mintClient(organization.organizationId, { name });
    await open(page, home);
    const release = await holdRequests(page, SCRIPTS);
    const asked = page.waitForRequest(SCRIPTS);
    await page.keyboard.press("Control+k");
    await asked;
    await page.keyboard.type(name);
    await expect(field(page)).toHaveCount(0);
    release();
    await expect(field(page)).toHaveValue(name);
    await expect(selectedOption(page)).toHaveText(`${name}${clientId}`);
    await expect(page).toHaveURL(home);
  });

  test("does not find another organization's client", async ({ page }) => {
    const otherOrganization = await mintOrganization();
    await mintClient(otherOrganization.organizationId, { name: "Elsewhere" });
    await open(page, home);
    await openPalette(page);
    await page.keyboard.type("Elsewhere");
    await expect(page.getByText("Nothing matches")).toBeVisible();
  });

  test("reports a failed search and still offers the pages", async ({ page }) => {
    await open(page, home);
    await page.route("**/oauth/client?*", (route) => route.abort());
    await openPalette(page);
    await page.keyboard.type("mem");
    await expect(page.getByRole("alert").filter({ hasText: "search" })).toHaveText(
      "Could not search. Check your connection, then edit your search.",
    );
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${home}/members`);
  });

  test("moves through the list with the arrows, wraps around, and returns the focus on Escape", async ({
    page,
  }) => {
    await open(page, home);
    const skip = page.getByRole("link", { name: "Skip to content" });
    await page.keyboard.press("Tab");
    await expect(skip).toBeFocused();
    await openPalette(page);
    await expect(selectedOption(page)).toContainText("Overview");
    await page.keyboard.press("ArrowDown");
    await expect(selectedOption(page)).toContainText("Clients");
    await expect(field(page)).toHaveAttribute(
      "aria-activedescendant",
      (await selectedOption(page).getAttribute("id")) ?? "",
    );
    await page.keyboard.press("ArrowUp");
    await expect(selectedOption(page)).toContainText("Overview");
    await page.keyboard.press("ArrowUp");
    await expect(selectedOption(page)).toBeInViewport();
    await expect(selectedOption(page)).toHaveText("Sign out");
    await page.keyboard.press("ArrowDown");
    await expect(selectedOption(page)).toContainText("Overview");
    await page.keyboard.press("Escape");
    await expect(field(page)).toHaveCount(0);
    await expect(skip).toBeFocused();
  });

  test("opens with the button, closes with a click outside, and follows a clicked entry", async ({
    page,
  }) => {
    await open(page, home);
    await launcher(page).click();
    await expect(field(page)).toBeFocused();
    await page.mouse.click(5, 500);
    await expect(field(page)).toHaveCount(0);
    await expect(launcher(page)).toBeFocused();
    await launcher(page).click();
    await option(page, "New client g n").click();
    await expect(page).toHaveURL(`${home}/clients/new`);
  });

  test("offers a client's tabs on its page", async ({ page }) => {
    const { clientId } = await mintClient(organization.organizationId);
    await open(page, `${home}/clients/${clientId}`);
    await openPalette(page);
    await page.keyboard.type("quick");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${home}/clients/${clientId}/quick-start`);
  });

  test("changes theme, language, and session", async ({ page }) => {
    await open(page, home);
    await openPalette(page);
    await page.keyboard.type("dark");
    await page.keyboard.press("Enter");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(page).toHaveURL(home);
    await expect(launcher(page)).toContainText("Ctrl K");
    await openPalette(page);
    await page.keyboard.type("deutsch");
    await page.keyboard.press("Enter");
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(page.getByRole("button", { name: "Suchen oder springen" })).toContainText(
      "Strg K",
    );
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox", { name: "Suchen oder springen" })).toBeFocused();
    await page.keyboard.type("abmelden");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/sign-in/);
  });

  test("g and a letter open a page, except while typing or when switched off", async ({ page }) => {
    await mintClient(organization.organizationId);
    await open(page, home);
    await page.keyboard.press("g");
    await page.keyboard.press("c");
    await expect(page).toHaveURL(`${home}/clients`);
    const search = page.getByRole("searchbox");
    await search.click();
    await page.keyboard.type("gm?");
    await expect(search).toHaveValue("gm?");
    await expect(page).toHaveURL(`${home}/clients`);
    await page.getByRole("heading", { level: 1 }).click();

    await page.keyboard.press("?");
    await expect(sheet(page)).toContainText("Go to Members");
    await page.getByRole("checkbox", { name: "Single-key shortcuts" }).uncheck();
    await expect(sheet(page)).not.toContainText("Go to Members");
    await open(page, `${home}/clients`);
    for (const key of ["g", "m", "?"]) await page.keyboard.press(key);
    await openPalette(page);
    await expect(sheet(page)).toHaveCount(0);
    await page.keyboard.type("shortcuts");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${home}/clients`);
    await page.getByRole("checkbox", { name: "Single-key shortcuts" }).check();
    await page.keyboard.press("Escape");
    await expect(page.locator("body")).toBeFocused();
    await page.keyboard.press("g");
    await page.keyboard.press("m");
    await expect(page).toHaveURL(`${home}/members`);
  });

  test("leaves an unsaved form only after confirmation", async ({ page }) => {
    await open(page, `${home}/clients/new`);
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Parcel");
    const answerQuestion = (answer: "accept" | "dismiss") =>
      page.waitForEvent("dialog").then(async (dialog) => {
        expect(dialog.type()).toBe("beforeunload");
        await dialog[answer]();
      });

    await openPalette(page);
    await page.keyboard.type("Members");
    const staying = answerQuestion("dismiss");
    await page.keyboard.press("Enter");
    await staying;
    await expect(name).toHaveValue("Parcel");

    await openPalette(page);
    await page.keyboard.type("Members");
    const leaving = answerQuestion("accept");
    await page.keyboard.press("Enter");
    await leaving;
    await expect(page).toHaveURL(`${home}/members`);
  });

  test("a key pressed right after it closes is a shortcut, although its field still gets it", async ({
    page,
  }) => {
    await open(page, home);
    await openPalette(page);
    await field(page).evaluate((input) => {
      input.closest("dialog")?.close();
      input.dispatchEvent(
        new KeyboardEvent("keydown", { key: "?", shiftKey: true, bubbles: true }),
      );
    });
    await expect(sheet(page)).toBeVisible();
  });

  test("is accessible open and closed, with and without matches, as is the shortcut sheet", async ({
    page,
  }) => {
    const { clientId } = await mintClient(organization.organizationId);
    await open(page, `${home}/clients/${clientId}`);
    await expectAccessible(page);
    await openPalette(page);
    await expectAccessible(page);
    await page.keyboard.type("ship");
    await expect(selectedOption(page)).toContainText(clientId);
    await expectAccessible(page);
    await page.keyboard.type("nothing like this");
    await expect(page.getByText("Nothing matches")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(field(page)).toHaveCount(0);
    await page.keyboard.press("?");
    await expect(sheet(page)).toBeVisible();
    await expectAccessible(page);
  });

  test.describe("on a phone", () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

    test("opens and closes by touch and stays within the screen", async ({ page }) => {
      await open(page, home);
      await launcher(page).tap();
      const box = await page.getByRole("dialog").boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
      await page.getByRole("button", { name: "Close" }).tap();
      await expect(field(page)).toHaveCount(0);
      await launcher(page).tap();
      await option(page, "Members g m").tap();
      await expect(page).toHaveURL(`${home}/members`);
    });
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    test("hides the button, which would do nothing", async ({ page }) => {
      await page.goto(home);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(launcher(page)).toBeHidden();
    });
  });
});

test("offers sellers their own pages, and neither shows nor requests clients", async ({
  page,
  database: _,
}) => {
  const { owner, companyId } = await mintOrganization();
  await become(page, owner);
  const requestedPaths: string[] = [];
  page.on("request", (request) => requestedPaths.push(new URL(request.url()).pathname));
  await open(page, `/company/${companyId}/extensions`);
  await openPalette(page);
  await expect(page.getByRole("group").filter({ hasText: "Pages" }).getByRole("option")).toHaveText(
    ["Extensionsge", "Peoplegm", "Profilegp"],
  );
  await expect(page.getByRole("group", { name: "Switch to" }).getByRole("option")).toHaveText([
    /Organization$/,
  ]);
  await page.keyboard.type("ship");
  await expect(page.getByRole("status")).not.toContainText("Searching");
  expect(requestedPaths.filter((path) => path.startsWith("/service/"))).toEqual([]);
});

test("an operator finds an extension of any organization and its publisher by name", async ({
  page,
  database: _,
}) => {
  const { organizationId } = await mintOrganization();
  const name = `Parcel ${newId()}`;
  const { clientId } = await mintClient(organizationId, { name });
  await become(page, await mintOperator("support"));
  await open(page, "/platform");
  for (const [known, kind, href] of [
    [name.slice(4), "Extensions", `/platform/extensions/${clientId}`],
    [organizationId, "Organizations", `/platform/organizations/${organizationId}`],
  ] as const) {
    await openPalette(page);
    await page.keyboard.type(known);
    const options = page.getByRole("group", { name: kind }).getByRole("option");
    await expect(options.filter({ hasText: href.slice(-24) })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(href);
  }
});

test("Enter waits for a search that may find the id, or else opens the request; typing cancels it", async ({
  page,
  database: _,
}) => {
  const { organizationId } = await mintOrganization();
  await become(page, await mintOperator("support"));
  await open(page, "/platform");
  const requestId = newId();
  for (const [id, href] of [
    [organizationId, `/platform/organizations/${organizationId}`],
    [requestId, `/requests/${requestId}`],
  ] as const) {
    const release = await holdRequests(page, "**/platform/search?*");
    await openPalette(page);
    await field(page).fill(id);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Searching…")).toBeVisible();
    release();
    await expect(page).toHaveURL(href);
  }

  await open(page, "/platform");
  const release = await holdRequests(page, "**/platform/search?*");
  await openPalette(page);
  await field(page).fill(newId());
  await page.keyboard.press("Enter");
  await field(page).fill("Sign out");
  release();
  await expect(page.getByText("Searching…")).toHaveCount(0);
  await expect(field(page)).toHaveValue("Sign out");
});
