import type { Locator, Page } from "@playwright/test";
import { RESTORE_DAYS } from "@/lib/clients/values";
import { db } from "@/lib/core/db/client";
import { become } from "@/test/browser/become";
import { pressOn, writeInto } from "@/test/browser/by-keyboard";
import { button, link, panelOf } from "@/test/browser/console-parts";
import { expectAccessible } from "@/test/browser/expect-accessible";
import { expectFocusOn, tabTo } from "@/test/browser/tab-to";
import { expect, test } from "@/test/browser/test";
import { mintClient, mintDeletion, mintMember, mintOrganization } from "@/test/factories/mint";

const FULL_OF_TAGS = Array.from({ length: 20 }, (_, at) => `tag-${at}`);
const DAY_MS = 86_400_000;
const DELETED_AT = Date.now() - DAY_MS;

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** An organization with a client for each view, and a developer of it in the browser. */
async function openList(page: Page, query = ""): Promise<string> {
  const { organizationId } = await mintOrganization();
  const usedClient = await mintClient(organizationId, { name: "Shipfast", tags: ["beta"] });
  const secrets = { updateMany: { where: {}, data: { lastUsedAt: new Date() } } };
  const { clientId } = usedClient;
  await db().client.update({ where: { clientId }, data: { isUsed: true, secrets } });
  await mintClient(organizationId, {
    name: "Laptop",
    tags: FULL_OF_TAGS,
    redirectUrls: ["http://localhost:3000/fp/auth"],
  });
  await mintClient(organizationId, { name: "Idle", isActive: false });
  const formerClient = await mintClient(organizationId, { name: "Gone" });
  await mintDeletion(formerClient.clientId, new Date(DELETED_AT));
  await become(page, await mintMember(organizationId, "developer"));
  const path = `/organization/${organizationId}/clients`;
  await page.goto(path + query);
  return path;
}

const view = (page: Page, name: string): Locator =>
  page.getByRole("navigation", { name: "Views" }).getByRole("link", { name });
const choice = (page: Page, name: string): Locator =>
  page.getByRole("checkbox", { name: `Select ${name}` });
/** The names in the list. */
const names = (page: Page): Locator => page.getByRole("rowheader").locator("bdi");
const outcome = (page: Page): Locator => page.getByRole("region", { name: "What happened" });

test("each view has its own URL, and a search begins while one types and stays in its view", async ({
  page,
  database: _,
}) => {
  const path = await openList(page);
  for (const [name, query, shown] of [
    ["Localhost in production", "?view=localhost", ["Laptop"]],
    ["Deleted", "?view=deleted", ["Gone"]],
    ["All extensions", "", ["Idle", "Laptop", "Shipfast"]],
  ] as const) {
    await view(page, name).click();
    await expect(page).toHaveURL(path + query);
    await expect(names(page)).toHaveText(shown);
    await expect(view(page, name)).toHaveAttribute("aria-current", "page");
  }
  await pressOn(page, view(page, "Never used"));
  await expect(page).toHaveURL(`${path}?view=never_used`);
  await writeInto(page, page.getByRole("searchbox"), "nothing like this");
  await expect(page.getByRole("heading", { name: "Nothing matches" })).toBeVisible();
  await pressOn(page, page.getByRole("link", { name: "Clear filters" }).first());
  await expect(names(page)).toHaveText(["Idle", "Laptop"]);
  const download = page.waitForEvent("download");
  await pressOn(page, button(page, "Export"));
  await pressOn(page, link(page, "CSV"));
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});

test("an empty view says why it is empty and links to all clients", async ({
  page,
  database: _,
}) => {
  const { organizationId, owner } = await mintOrganization();
  await become(page, owner);
  await page.goto(`/organization/${organizationId}/clients`);
  for (const [name, title] of [
    ["Never used", "Every extension has been used"],
    ["Localhost in production", "No extension redirects to localhost"],
    ["Deleted", "No extensions were deleted recently"],
  ] as const) {
    await view(page, name).click();
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    if (name === "Deleted") await expectAccessible(page);
    await page.getByRole("link", { name: "Show all extensions" }).click();
    await expect(
      page.getByRole("heading", { name: "Register your first extension" }),
    ).toBeVisible();
  }
});

test("by keyboard: a deleted client shows until when it can be restored, and is inactive after that", async ({
  page,
  database: _,
}) => {
  await openList(page, "?view=deleted&done=deleted");
  await expect(page.getByText("The extension was deleted.")).toBeVisible();
  const until = new Date(DELETED_AT + RESTORE_DAYS * DAY_MS).toISOString();
  const row = page.getByRole("row", { name: /Gone/ });
  await expect(row.locator(`time[datetime="${until}"]`)).toBeVisible();
  await expectAccessible(page);
  await pressOn(page, button(page, "Restore Gone"));
  await pressOn(page, button(page, "Restore client"));
  await expect(outcome(page)).toContainText("Gone was restored.");
  await expect(outcome(page)).toBeFocused();
  await expect(
    page.getByRole("heading", { name: "No extensions were deleted recently" }),
  ).toBeVisible();
  await pressOn(page, button(page, "Dismiss"));
  await expect(outcome(page)).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Extensions" })).toBeFocused();
  await view(page, "All extensions").click();
  await expect(row).toContainText("Inactive");
});

test("activates several clients at once, and deactivates several after confirmation", async ({
  page,
  database: _,
}) => {
  await openList(page);
  await page.getByRole("checkbox", { name: "Select all 3 on this page" }).check();
  await expect(page.getByText("3 selected")).toBeVisible();
  await button(page, "Activate").click();
  await expect(outcome(page)).toContainText("Activated 1 of 3 extensions.");
  await expect(outcome(page).getByRole("listitem")).toHaveText([
    "ChangedIdle",
    "UnchangedLaptop",
    "UnchangedShipfast",
  ]);
  await expect(page.getByRole("row", { name: /Idle/ })).not.toContainText("Inactive");

  await choice(page, "Idle").uncheck();
  await button(page, "Deactivate").click();
  const dialog = page.getByRole("dialog", { name: "Deactivate 2 extensions?" });
  await expect(dialog.getByRole("listitem")).toHaveText(["Laptop", "Shipfast"]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("row", { name: /Shipfast/ })).not.toContainText("Inactive");
  await button(page, "Deactivate").click();
  await dialog.getByRole("button", { name: "Deactivate 2 extensions" }).click();
  await expect(outcome(page)).toContainText("Deactivated 2 of 2 extensions.");
  await expect(page.getByRole("row", { name: /Shipfast/ })).toContainText("Inactive");

  await page.getByRole("checkbox", { name: /^Select all/ }).check();
  await view(page, "Localhost in production").click();
  await expect(page.getByText("1 selected")).toBeVisible();
});

test("by keyboard: a tag is added, rejected when a client has no room, and removed", async ({
  page,
  database: _,
}) => {
  await openList(page);
  await tabTo(page, page.getByRole("checkbox", { name: /^Select all/ }));
  await page.keyboard.press("Space");
  await tabTo(page, page.getByRole("textbox", { name: "Tag" }));
  await page.keyboard.type("beta");
  await page.keyboard.press("Enter");
  await expect(outcome(page)).toBeFocused();
  await expect(outcome(page)).toContainText("Added the tag “beta” to 1 of 3 extensions.");
  await expect(outcome(page).getByRole("listitem").filter({ hasText: "Laptop" })).toHaveText(
    /^RejectedLaptop.*It would have more than 20 tags/,
  );
  await expectAccessible(page);
  await pressOn(page, button(page, "Remove tag"));
  await expect(outcome(page)).toContainText("Removed the tag “beta” from 2 of 3 extensions.");
  await pressOn(page, button(page, "Clear selection"));
  await expect(choice(page, "Idle")).not.toBeChecked();
});

test("by keyboard: the list can be sorted and paged, and going back returns to the same page", async ({
  page,
  database: _,
}) => {
  const { organizationId, owner } = await mintOrganization();
  const path = `/organization/${organizationId}/clients`;
  for (let at = 10; at < 31; at += 1) await mintClient(organizationId, { name: `Parcel ${at}` });
  await become(page, owner);
  await page.goto(path);
  await pressOn(page, link(page, "Name"));
  await expect(page).toHaveURL(`${path}?sort=name`);
  await expectFocusOn(link(page, "Name"));
  await pressOn(page, link(page, "Next"));
  await expect(page).toHaveURL(`${path}?sort=name&page=2`);
  await expect(names(page)).toHaveText("Parcel 30");
  await expectFocusOn(panelOf(page, page.getByRole("table")));
  await pressOn(page, link(page, "Parcel 30"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Parcel 30");
  await page.goBack();
  await expect(page).toHaveURL(`${path}?sort=name&page=2`);
});
