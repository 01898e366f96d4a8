import type { Locator, Page } from "@playwright/test";
import { db } from "@/lib/core/db/client";
import { become } from "@/test/browser/become";
import { pressOn, writeInto } from "@/test/browser/by-keyboard";
import { button, dialog, link, menu, panelOf } from "@/test/browser/console-parts";
import { expectFocusOn, tabTo } from "@/test/browser/tab-to";
import { expect, test } from "@/test/browser/test";
import { type MintedUser, mintClient, mintOrganization } from "@/test/factories/mint";
import { mintOperator } from "@/test/factories/mint-platform";

test.use({ contextOptions: { reducedMotion: "reduce" } });

let operator: MintedUser;

test.beforeEach(async ({ page, database: _ }) => {
  // Each Tab is several messages to the browser.
  test.slow();
  operator = await mintOperator();
  await become(page, operator);
});

/** Opens a dialog with the keyboard, leaves it with Escape, is back at its opener, and opens it again. */
async function ask(page: Page, name: string | RegExp): Promise<void> {
  await pressOn(page, button(page, name));
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expectFocusOn(button(page, name));
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toBeVisible();
}

/** The same with an action of a row, by default the first one, which is in its menu. */
async function askInMenu(
  page: Page,
  name: string | RegExp,
  opener: Locator = menu(page),
): Promise<void> {
  await pressOn(page, opener);
  await pressOn(page, button(page, name));
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expectFocusOn(opener);
  await page.keyboard.press("Enter");
  await pressOn(page, button(page, name));
  await expect(dialog(page)).toBeVisible();
}

/** Searches the list of the page, so that it shows only what the test made. */
async function searchFor(page: Page, label: string, text: string): Promise<void> {
  await writeInto(page, page.getByRole("searchbox", { name: label }), text);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?q=/);
}

test("an operator reaches every page from the navigation", async ({ page }) => {
  await page.goto("/platform");
  await pressOn(page, link(page, "24 hours"));
  await expectFocusOn(link(page, "24 hours"));
  const sections = page.getByRole("navigation", { name: "Main" });
  for (const [entry, tabs] of [
    ["Directory", ["Companies", "People"]],
    ["Extensions", ["Reviews", "Scopes"]],
    ["Settings", ["Brand"]],
  ] as const) {
    await pressOn(page, sections.getByRole("link", { name: entry }));
    const inside = page.getByRole("navigation", { name: entry });
    for (const tab of tabs) {
      await pressOn(page, inside.getByRole("link", { name: tab, exact: true }));
      await expect(page.getByRole("heading", { level: 1, name: tab })).toBeVisible();
    }
  }
  await pressOn(page, sections.getByRole("link", { name: "Logs" }));
  await pressOn(
    page,
    page.getByRole("navigation", { name: "Logs" }).getByRole("link", { name: "Audit" }),
  );
  await pressOn(page, button(page, "Verify"));
  await expect(page.getByText("intact")).toBeVisible();
});

test("an operator creates an organization, invites another owner, and suspends it", async ({
  page,
}) => {
  const id = `org-${crypto.randomUUID()}`;
  await page.goto("/platform/organizations");
  await ask(page, "New organization");
  await writeInto(page, dialog(page).getByLabel("Name"), "Parcel Labs");
  await writeInto(page, dialog(page).getByLabel("ID", { exact: true }), id);
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toHaveCount(0);
  await expectFocusOn(button(page, "New organization"));
  await searchFor(page, "Name or ID", id);
  await askInMenu(page, "Invite owner Parcel Labs");
  await writeInto(page, dialog(page).getByLabel("Email"), "asha@example.com");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Give this link to asha@example.com yourself.")).toBeVisible();
  await pressOn(page, button(page, "I have copied it"));
  await expectFocusOn(page.getByRole("main"));
  await askInMenu(page, "Suspend Parcel Labs");
  await pressOn(page, button(page, "Suspend organization"));
  await expectFocusOn(menu(page));
});

test("an operator creates and closes a company, and reads a person's memberships", async ({
  page,
}) => {
  const name = `Lotus ${crypto.randomUUID()}`;
  await page.goto("/platform/companies");
  await ask(page, "New company");
  await writeInto(page, dialog(page).getByLabel("Name"), name);
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toHaveCount(0);
  await searchFor(page, "Name or ID", name);
  await askInMenu(page, `Close ${name}`);
  await writeInto(page, dialog(page).getByLabel(/To confirm/), name);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row").nth(1)).toContainText("Closed");
  await expectFocusOn(panelOf(page, page.getByRole("table")));

  await pressOn(page, link(page, "People"));
  await searchFor(page, "Name, email or ID", operator.userId);
  await pressOn(page, page.getByRole("table").getByRole("link").first());
  await expect(page.getByRole("main")).toContainText("belongs to no company");
});

test("an operator suspends an extension with a reason, undoes it, and decides about a listing", async ({
  page,
}) => {
  const { organizationId } = await mintOrganization();
  const { clientId } = await mintClient(organizationId);
  const name = `Shipfast ${crypto.randomUUID()}`;
  await db().client.update({
    where: { clientId },
    data: { name, listingRequestedAt: new Date() },
    select: { clientId: true },
  });
  await page.goto("/platform/extensions");
  await searchFor(page, "Name, ID, tag, host or publisher", clientId);
  await askInMenu(page, `Suspend ${name}`);
  await writeInto(page, dialog(page).getByLabel("Reason"), "It sends addresses to others.");
  await pressOn(page, button(page, "Suspend extension"));
  await expect(page.getByText("is suspended everywhere.")).toBeVisible();
  await pressOn(page, button(page, "Undo the suspension"));
  await expect(page.getByText("works again.")).toBeVisible();
  await pressOn(page, link(page, "Reviews"));
  await ask(page, `Decline ${name}`);
  await writeInto(page, dialog(page).getByLabel("Reason"), "It has no privacy policy.");
  await pressOn(page, button(page, "Decline listing"));
  await expect(button(page, `Decline ${name}`)).toHaveCount(0);
  await expectFocusOn(page.getByRole("region", { name: "Extensions" }));
});

test("an operator creates, rotates, and revokes a service key, and stores each secret first", async ({
  page,
}) => {
  const name = `Panel ${crypto.randomUUID()}`;
  await page.goto("/platform/service-keys");
  await ask(page, "New service key");
  await writeInto(page, dialog(page).getByLabel("Name"), name);
  await pressOn(page, dialog(page).getByLabel("platform/directory/read"), "Space");
  await pressOn(page, button(page, "Create service key"));
  await expectFocusOn(page.getByRole("heading", { name: `${name} has its secret` }));
  await expect(button(page, "Done")).toBeDisabled();
  await pressOn(page, page.getByLabel("I have stored the secret"), "Space");
  await pressOn(page, button(page, "Done"));
  await expectFocusOn(page.getByRole("main"));
  const row = page.getByRole("row", { name });
  const actions = button(page, `Actions for ${name}`);
  await askInMenu(page, new RegExp(`^Rotate.*${name}`), actions);
  await pressOn(page, button(page, "Create a new secret"));
  await pressOn(page, page.getByLabel("I have stored the secret"), "Space");
  await pressOn(page, button(page, "Done"));
  await expect(row.getByText("Accepted until")).toBeVisible();
  await askInMenu(page, `Revoke ${name}`, actions);
  await expect(button(page, "Revoke service key")).toBeDisabled();
  await writeInto(page, dialog(page).getByLabel(/To confirm/), name);
  await page.keyboard.press("Enter");
  await expect(row.getByText("Revoked", { exact: true })).toBeVisible();
  await expectFocusOn(panelOf(page, page.getByRole("table")));
});

test("an operator edits a scope and the brand", async ({ page }) => {
  const scope = `company/gifts-${crypto.randomUUID()}/read`;
  await page.goto("/platform/scopes");
  await ask(page, "New scope");
  await writeInto(page, dialog(page).getByLabel("Scope", { exact: true }), scope);
  await writeInto(page, dialog(page).getByLabel("Title").first(), "Gift cards: view");
  await writeInto(page, dialog(page).getByLabel("Sentence").first(), "See gift cards.");
  await writeInto(page, dialog(page).getByLabel("Group").first(), "Gift cards");
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toHaveCount(0);
  await expectFocusOn(button(page, "New scope"));
  await searchFor(page, "Name or text", scope);
  await askInMenu(page, `Edit ${scope}`);
  await pressOn(page, dialog(page).getByLabel("Restricted"), "Space");
  await pressOn(page, button(page, "Save scope"));
  await expect(page.getByRole("row").nth(2)).toContainText("Restricted");
  await expectFocusOn(menu(page));

  await page.goto("/platform/brand");
  const terms = page.getByLabel("Terms of service");
  for (const address of ["https://example.com/terms", ""]) {
    await tabTo(page, terms);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("Delete");
    await page.keyboard.type(address);
    await pressOn(page, button(page, "Save changes"));
    await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  }
});
