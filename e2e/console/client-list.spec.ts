import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { clientExportSchema } from "@/lib/clients/export/schemas";
import { RESTORE_DAYS } from "@/lib/clients/field-values";
import { db } from "@/lib/core/db/client";
import type { OrganizationRole } from "@/lib/core/permissions";
import { become } from "@/test/browser/become";
import { expectAccessible } from "@/test/browser/expect-accessible";
import { tabTo } from "@/test/browser/tab-to";
import { expect, test } from "@/test/browser/test";
import { mintClient, mintDeletion, mintMember, mintOrganization } from "@/test/factories/mint";

const FULL_OF_TAGS = Array.from({ length: 20 }, (_, at) => `tag-${at}`);
const DAY_MS = 86_400_000;
const DELETED_AT = Date.now() - DAY_MS;
const LONG_NAME = "Returns-and-refunds".repeat(6);

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** An organization with a client for each view, and a member with that role in the browser. */
async function openList(page: Page, role: OrganizationRole = "developer"): Promise<string> {
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
  await become(page, await mintMember(organizationId, role));
  const path = `/organization/${organizationId}/clients`;
  await page.goto(path);
  return path;
}

function view(page: Page, name: string): Locator {
  return page.getByRole("navigation", { name: "Views" }).getByRole("link", { name });
}

function choice(page: Page, name: string): Locator {
  return page.getByRole("checkbox", { name: `Select ${name}` });
}

/** The names in the list. */
function names(page: Page): Locator {
  return page.getByRole("rowheader").locator("bdi");
}

function outcome(page: Page): Locator {
  return page.getByRole("region", { name: "What happened" });
}

test("each view has its own URL and a description", async ({ page, database: _ }) => {
  const path = await openList(page);
  await view(page, "Never used").click();
  await expect(page).toHaveURL(`${path}?view=never_used`);
  await expect(names(page)).toHaveText(["Idle", "Laptop"]);
  await view(page, "Localhost in production").click();
  await expect(page).toHaveURL(`${path}?view=localhost`);
  await expect(names(page)).toHaveText(["Laptop"]);
  await expect(page.getByText("Remove it before sellers install")).toBeVisible();
  await view(page, "Deleted").click();
  await expect(page).toHaveURL(`${path}?view=deleted`);
  await expect(names(page)).toHaveText(["Gone"]);
  await page.reload();
  await expect(view(page, "Deleted")).toHaveAttribute("aria-current", "page");
  await view(page, "All clients").click();
  await expect(names(page)).toHaveText(["Idle", "Laptop", "Shipfast"]);
});

test("by keyboard: a search begins while one types, and stays in its view", async ({
  page,
  database: _,
}) => {
  const path = await openList(page);
  await tabTo(page, view(page, "Never used"));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${path}?view=never_used`);
  await tabTo(page, page.getByRole("searchbox"));
  await page.keyboard.type("nothing like this");
  await expect(page.getByRole("heading", { name: "No client matches" })).toBeVisible();
  await tabTo(page, page.getByRole("link", { name: "Clear filters" }).first());
  await page.keyboard.press("Enter");
  await expect(names(page)).toHaveText(["Idle", "Laptop"]);
});

for (const [name, title] of [
  ["Never used", "Every client has been used"],
  ["Localhost in production", "No client redirects to localhost"],
  ["Deleted", "No clients were deleted recently"],
] as const) {
  test(`the empty view “${name}” says why it is empty and links to all clients`, async ({
    page,
    database: _,
  }) => {
    const { organizationId, owner } = await mintOrganization();
    await become(page, owner);
    await page.goto(`/organization/${organizationId}/clients`);
    await view(page, name).click();
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Show all clients" }).click();
    await expect(page.getByRole("heading", { name: "Register your first client" })).toBeVisible();
  });
}

test("a deleted client shows until when it can be restored, and is inactive after restoring", async ({
  page,
  database: _,
}) => {
  await openList(page);
  await view(page, "Deleted").click();
  const until = new Date(DELETED_AT + RESTORE_DAYS * DAY_MS).toISOString();
  const row = page.getByRole("row", { name: /Gone/ });
  await expect(row.locator(`time[datetime="${until}"]`)).toBeVisible();
  await page.getByRole("button", { name: "Restore Gone" }).click();
  await expect(outcome(page)).toContainText("Gone was restored.");
  await expect(
    page.getByRole("heading", { name: "No clients were deleted recently" }),
  ).toBeVisible();
  await view(page, "All clients").click();
  await expect(page.getByRole("row", { name: /Gone/ })).toContainText("Inactive");
  await outcome(page).getByRole("link", { name: "its page" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Gone");
});

test("by keyboard: restoring a client moves the focus to the notice and then to the list", async ({
  page,
  database: _,
}) => {
  const path = await openList(page);
  await page.goto(`${path}?view=deleted`);
  await tabTo(page, page.getByRole("button", { name: "Restore Gone" }));
  await page.keyboard.press("Enter");
  await expect(outcome(page)).toBeFocused();
  await tabTo(page, page.getByRole("button", { name: "Dismiss" }));
  await page.keyboard.press("Enter");
  await expect(outcome(page)).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Clients" })).toBeFocused();
});

test("reports that someone else has already restored a client", async ({ page, database: _ }) => {
  const path = await openList(page);
  await page.goto(`${path}?view=deleted`);
  await db().client.updateMany({
    where: { name: "Gone", organizationId: path.split("/")[2] ?? "" },
    data: { deletedAt: null },
  });
  await page.getByRole("button", { name: "Restore Gone" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Nothing was changed." })).toContainText(
    "This client has not been deleted.",
  );
});

test("exports the filtered list as JSON and as CSV", async ({ page, database: _ }) => {
  const path = await openList(page);
  await page.goto(`${path}?view=never_used&status=active`);
  const asJson = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export JSON" }).click();
  const json = await readFile(await (await asJson).path(), "utf8");
  const { items } = clientExportSchema.parse(JSON.parse(json));
  expect(items.map(({ name }) => name)).toEqual(["Laptop"]);
  const asCsv = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).focus();
  await page.keyboard.press("Enter");
  const csv = await readFile(await (await asCsv).path(), "utf8");
  expect(csv).toContain("Laptop");
  expect(csv).not.toContain("Shipfast");
});

test("activates several clients at once and shows the result for each", async ({
  page,
  database: _,
}) => {
  await openList(page);
  await page.getByRole("checkbox", { name: "Select all 3 on this page" }).check();
  await expect(page.getByText("3 selected")).toBeVisible();
  await page.getByRole("button", { name: "Activate", exact: true }).click();
  await expect(outcome(page)).toContainText("Activated 1 of 3 clients.");
  await expect(outcome(page).getByRole("listitem")).toHaveText([
    "ChangedIdle",
    "UnchangedLaptop",
    "UnchangedShipfast",
  ]);
  await expect(page.getByRole("row", { name: /Idle/ })).not.toContainText("Inactive");
  await view(page, "Never used").click();
  await expect(outcome(page)).toBeVisible();
});

test("asks for confirmation before deactivating several clients", async ({ page, database: _ }) => {
  await openList(page);
  await choice(page, "Laptop").check();
  await choice(page, "Shipfast").check();
  await page.getByRole("button", { name: "Deactivate", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Deactivate 2 clients?" });
  await expect(dialog.getByRole("listitem")).toHaveText(["Laptop", "Shipfast"]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("row", { name: /Shipfast/ })).not.toContainText("Inactive");
  await page.getByRole("button", { name: "Deactivate", exact: true }).click();
  await dialog.getByRole("button", { name: "Deactivate 2 clients" }).click();
  await expect(outcome(page)).toContainText("Deactivated 2 of 2 clients.");
  await expect(page.getByRole("row", { name: /Shipfast/ })).toContainText("Inactive");
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
  await expect(outcome(page)).toContainText("Added the tag “beta” to 1 of 3 clients.");
  await expect(outcome(page).getByRole("listitem").filter({ hasText: "Laptop" })).toHaveText(
    /^RejectedLaptop.*It must have at most 20 tags/,
  );
  await tabTo(page, page.getByRole("button", { name: "Remove tag" }));
  await page.keyboard.press("Enter");
  await expect(outcome(page)).toContainText("Removed the tag “beta” from 2 of 3 clients.");
  await tabTo(page, page.getByRole("button", { name: "Clear selection" }));
  await page.keyboard.press("Enter");
  await expect(choice(page, "Idle")).not.toBeChecked();
});

test("deselects clients that leave the page", async ({ page, database: _ }) => {
  await openList(page);
  await page.getByRole("checkbox", { name: /^Select all/ }).check();
  await view(page, "Localhost in production").click();
  await expect(page.getByText("1 selected")).toBeVisible();
});

test("an auditor can view and export but change nothing", async ({ page, database: _ }) => {
  const path = await openList(page, "auditor");
  await expect(names(page)).toHaveText(["Idle", "Laptop", "Shipfast"]);
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Export CSV" })).toBeVisible();
  await page.goto(`${path}?view=deleted`);
  await expect(names(page)).toHaveText(["Gone"]);
  await expect(page.getByRole("button", { name: /Restore/ })).toHaveCount(0);
});

test("the list is accessible with every client selected and rejected", async ({
  page,
  database: _,
}) => {
  const path = await openList(page);
  await mintClient(path.split("/")[2] ?? "", { name: LONG_NAME, tags: FULL_OF_TAGS });
  await page.reload();
  await page.getByRole("checkbox", { name: /^Select all/ }).check();
  await page.getByRole("textbox", { name: "Tag" }).fill("new");
  await page.getByRole("button", { name: "Add tag" }).click();
  await expect(outcome(page)).toContainText("Rejected");
  await expectAccessible(page);
});

test("the view of deleted clients is accessible", async ({ page, database: _ }) => {
  const path = await openList(page);
  await page.goto(`${path}?view=deleted&done=deleted`);
  await expect(page.getByText("The client was deleted.")).toBeVisible();
  await expectAccessible(page);
});
