import type { Page } from "@playwright/test";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { become } from "@/test/browser/become";
import { hydrated } from "@/test/browser/console-parts";
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

/** Opens a page and waits until its scripts run. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Opens the palette with the keyboard and types into it. */
async function search(page: Page, text = ""): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(text);
}

test.describe("in the console", () => {
  let organization: MintedOrganization;
  let home: string;

  test.beforeEach(async ({ page, database: _ }) => {
    organization = await mintOrganization();
    home = `/organization/${organization.organizationId}`;
    await become(page, organization.owner);
  });

  test("by keyboard: finds a client by part of its name and by its id, and on its page its tabs", async ({
    page,
  }) => {
    const name = `Parcel ${newId()}`;
    const { clientId } = await mintClient(organization.organizationId, { name });
    await mintClient(organization.organizationId, { name: "Another" });
    for (const text of [name.slice(4), clientId]) {
      await open(page, home);
      await search(page, text);
      await expect(selectedOption(page)).toHaveText(`${name}${clientId}`);
      if (text === clientId) await expectAccessible(page);
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(`${home}/clients/${clientId}`);
      await expect(field(page)).toHaveCount(0);
    }
    await search(page, "connect");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${home}/clients/${clientId}/connect`);
  });

  test("takes what is typed right after Ctrl and K, even before the scripts of the page run", async ({
    page,
  }) => {
    const name = `go Parcel ${newId()}`;
    const { clientId } = await mintClient(organization.organizationId, { name });
    const release = await holdRequests(page, SCRIPTS);
    await page.goto(home, { waitUntil: "commit" });
    await expect(launcher(page)).toBeVisible();
    await page.keyboard.press("Control+k");
    await page.keyboard.type(name);
    await expect(field(page)).toHaveValue(name);
    release();
    await expect(selectedOption(page)).toHaveText(`${name}${clientId}`);
    await expect(field(page)).toHaveValue(name);
    await expect(page).toHaveURL(home);
  });

  test("says that nothing matches or that the search failed, and still offers the pages", async ({
    page,
  }) => {
    await open(page, home);
    await search(page, "nothing like this");
    await expect(page.getByText("Nothing matches")).toBeVisible();
    await expectAccessible(page);
    await page.route("**/oauth/client?*", (route) => route.abort());
    await field(page).fill("mem");
    await expect(page.getByRole("alert").filter({ hasText: "search" })).toHaveText(
      "Could not search. Check your connection, then edit your search.",
    );
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${home}/members`);
  });

  test("moves through the list with the arrows, wraps around, and returns the focus when it closes", async ({
    page,
  }) => {
    await open(page, home);
    const skip = page.getByRole("link", { name: "Skip to content" });
    await page.keyboard.press("Tab");
    await search(page);
    // The list is loaded on first use.
    await expect(selectedOption(page)).toContainText("Overview");
    for (const [key, text] of [
      ["ArrowDown", "Extensions"],
      ["ArrowUp", "Overview"],
      ["ArrowUp", "Sign out"],
      ["ArrowDown", "Overview"],
    ] as const) {
      await page.keyboard.press(key);
      await expect(selectedOption(page)).toContainText(text);
      await expect(selectedOption(page)).toBeInViewport();
      const id = (await selectedOption(page).getAttribute("id")) ?? "";
      await expect(field(page)).toHaveAttribute("aria-activedescendant", id);
    }
    await page.keyboard.press("Escape");
    await expect(skip).toBeFocused();

    await launcher(page).click();
    await expect(field(page)).toBeFocused();
    await page.mouse.click(5, 500);
    await expect(field(page)).toHaveCount(0);
    await expect(launcher(page)).toBeFocused();
    await launcher(page).click();
    await option(page, "New extension g n").click();
    await expect(page).toHaveURL(`${home}/clients/new`);
  });

  test("changes theme, language, and session", async ({ page }) => {
    await open(page, home);
    await search(page, "dark");
    await page.keyboard.press("Enter");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(page).toHaveURL(home);
    await hydrated(page);
    await search(page, "deutsch");
    await page.keyboard.press("Enter");
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await hydrated(page);
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
    const searchbox = page.getByRole("searchbox");
    await searchbox.click();
    await page.keyboard.type("gm?");
    await expect(searchbox).toHaveValue("gm?");
    await expect(page).toHaveURL(`${home}/clients`);
    await page.getByRole("heading", { level: 1 }).click();

    await page.keyboard.press("?");
    await expect(sheet(page)).toContainText("Go to Members");
    await expectAccessible(page);
    await page.getByRole("checkbox", { name: "Single-key shortcuts" }).uncheck();
    await expect(sheet(page)).not.toContainText("Go to Members");
    await open(page, `${home}/clients`);
    for (const key of ["g", "m", "?"]) await page.keyboard.press(key);
    await search(page, "shortcuts");
    await expect(sheet(page)).toHaveCount(0);
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
    for (const [decision, path] of [
      ["dismiss", "clients/new"],
      ["accept", "members"],
    ] as const) {
      await expect(name).toHaveValue("Parcel");
      const question = page.waitForEvent("dialog").then(async (dialog) => {
        expect(dialog.type()).toBe("beforeunload");
        await dialog[decision]();
      });
      await search(page, "Members");
      await page.keyboard.press("Enter");
      await question;
      await expect(page).toHaveURL(`${home}/${path}`);
    }
  });

  test("a key pressed right after it closes is a shortcut, although its field still gets it", async ({
    page,
  }) => {
    await open(page, home);
    await search(page);
    await field(page).evaluate((input) => {
      input.closest("dialog")?.close();
      input.dispatchEvent(
        new KeyboardEvent("keydown", { key: "?", shiftKey: true, bubbles: true }),
      );
    });
    await expect(sheet(page)).toBeVisible();
  });

  test.describe("on a phone", () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

    test("opens and closes by touch and stays within the screen", async ({ page }) => {
      await open(page, home);
      await launcher(page).tap();
      const { x, width } = (await page.getByRole("dialog").boundingBox()) ?? { x: -1, width: 0 };
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(390);
      await page.getByRole("button", { name: "Close" }).tap();
      await expect(field(page)).toHaveCount(0);
      await launcher(page).tap();
      await option(page, "Members g m").tap();
      await expect(page).toHaveURL(`${home}/members`);
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
  await search(page);
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

test("an operator finds any extension by name; Enter waits for the search, and typing cancels it", async ({
  page,
  database: _,
}) => {
  const { organizationId } = await mintOrganization();
  const name = `Parcel ${newId()}`;
  const { clientId } = await mintClient(organizationId, { name });
  await become(page, await mintOperator("support"));
  await open(page, "/platform");
  await search(page, name.slice(4));
  const options = page.getByRole("group", { name: "Found" }).getByRole("option");
  await expect(options.filter({ hasText: clientId })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/platform/extensions/${clientId}`);

  // An exact name comes before others that begin with it, whatever their kind.
  const exactName = `UX ${newId()}`;
  await mintClient(organizationId, { name: `${exactName} Genie` });
  await db().organization.update({ where: { id: organizationId }, data: { name: exactName } });
  await open(page, "/platform");
  await page.keyboard.press("Control+k");
  await page.keyboard.type(exactName);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/platform/organizations/${organizationId}`);

  const requestId = newId();
  for (const [id, edit, href] of [
    [organizationId, "", `/platform/organizations/${organizationId}`],
    [requestId, "", `/requests/${requestId}`],
    [newId(), "Sign out", "/platform"],
  ] as const) {
    await open(page, "/platform");
    const release = await holdRequests(page, "**/platform/search?*");
    await search(page, id);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Searching…")).toBeVisible();
    if (edit) await field(page).fill(edit);
    release();
    await expect(page.getByText("Searching…")).toHaveCount(0);
    await expect(page).toHaveURL(href);
    if (edit) await expect(field(page)).toHaveValue(edit);
  }
});
