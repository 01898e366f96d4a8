import type { Page } from "@playwright/test";
import { db } from "@/lib/core/db/client";
import { become } from "@/test/browser/become";
import { pressOn, writeInto } from "@/test/browser/by-keyboard";
import { button, choose, dialog, link, menu, panelOf } from "@/test/browser/console-parts";
import { anotherBrowser } from "@/test/browser/people-parts";
import { expectFocusOn, tabTo } from "@/test/browser/tab-to";
import { expect, test } from "@/test/browser/test";
import { MINTED_PASSWORD, type MintedUser, mintMember } from "@/test/factories/mint";
import { mintInstallation } from "@/test/factories/mint-installation";
import { mintOperator } from "@/test/factories/mint-platform";

test.use({ contextOptions: { reducedMotion: "reduce" } });

let operator: MintedUser;

test.beforeEach(async ({ page, database: _ }) => {
  // Each Tab is several messages to the browser.
  test.slow();
  operator = await mintOperator();
  await become(page, operator);
});

/** Opens a dialog by its button. */
async function ask(page: Page, name: string | RegExp): Promise<void> {
  await pressOn(page, button(page, name));
  await expect(dialog(page)).toBeVisible();
}

/** The same with an action in the menu of a row. */
async function askInMenu(page: Page, name: string | RegExp, opener = menu(page)): Promise<void> {
  await pressOn(page, opener);
  await ask(page, name);
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
    ["Logs", ["Audit"]],
  ] as const) {
    await pressOn(page, sections.getByRole("link", { name: entry }));
    const inside = page.getByRole("navigation", { name: entry });
    for (const tab of tabs) {
      await pressOn(page, inside.getByRole("link", { name: tab, exact: true }));
      await expect(page.getByRole("heading", { level: 1, name: tab })).toBeVisible();
    }
  }
  await pressOn(page, button(page, "Verify"));
  await expect(page.getByText("intact")).toBeVisible();
});

test("an operator creates an organization and invites its first owner, who joins; then suspends it", async ({
  page,
  browser,
}) => {
  const id = `org-${crypto.randomUUID()}`;
  await page.goto("/platform/organizations");
  await ask(page, "New organization");
  await page.keyboard.press("Escape");
  await expectFocusOn(button(page, "New organization"));
  await page.keyboard.press("Enter");
  await writeInto(page, dialog(page).getByLabel("Name"), "Parcel Labs");
  await writeInto(page, dialog(page).getByLabel("ID", { exact: true }), id);
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toHaveCount(0);
  await expectFocusOn(button(page, "New organization"));
  await searchFor(page, "Name or ID", id);
  await askInMenu(page, "Invite owner Parcel Labs");
  await page.keyboard.press("Escape");
  await expectFocusOn(menu(page));
  await page.keyboard.press("Enter");
  await ask(page, "Invite owner Parcel Labs");
  const email = `${id}@example.com`;
  await writeInto(page, dialog(page).getByLabel("Email"), email);
  await page.keyboard.press("Enter");
  const notice = page.getByRole("status").filter({ hasText: `Give this link to ${email}` });
  const invitation = (await notice.getByRole("code").textContent()) ?? "";

  const theirs = await anotherBrowser(browser);
  await theirs.goto(invitation);
  await theirs.getByLabel("First name").fill("Nia");
  await theirs.getByLabel("Last name").fill("Okafor");
  await theirs.getByLabel("Password").fill(MINTED_PASSWORD);
  await button(theirs, "Accept the invitation").click();
  await expect(theirs).toHaveURL(new RegExp(`/organization/${id}`));
  await link(theirs, "Members").click();
  await expect(theirs.getByRole("row", { name: /Nia Okafor/ })).toContainText("Owner");
  await theirs.context().close();

  await pressOn(page, button(page, "I have copied it"));
  await expectFocusOn(page.getByRole("region", { name: "Organizations" }));
  await askInMenu(page, "Suspend Parcel Labs");
  await pressOn(page, button(page, "Suspend organization"));
  await expectFocusOn(menu(page));
});

test("an operator creates a company, suspends, activates, and closes it by name, and reads memberships", async ({
  page,
}) => {
  const name = `Lotus ${crypto.randomUUID()}`;
  await page.goto("/platform/companies");
  await ask(page, "New company");
  await writeInto(page, dialog(page).getByLabel("Name"), name);
  await writeInto(page, dialog(page).getByLabel("Owner’s email"), "asha@example.com");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Give this link to asha@example.com yourself.")).toBeVisible();
  await pressOn(page, button(page, "I have copied it"));
  await searchFor(page, "Name or ID", name);
  const row = page.getByRole("row", { name: new RegExp(name) });
  for (const [action, badges] of [
    ["Suspend", 1],
    ["Activate", 0],
  ] as const) {
    await choose(row, new RegExp(`^${action}`));
    await button(page, `${action} company`).click();
    await expect(row.getByText("Suspended")).toHaveCount(badges);
  }
  await askInMenu(page, `Close ${name}`);
  await writeInto(page, dialog(page).getByLabel(/to confirm/), name);
  await page.keyboard.press("Enter");
  await expect(row.getByText("Closed")).toBeVisible();
  await expect(row.getByRole("button")).toHaveCount(0);
  await expectFocusOn(panelOf(page, page.getByRole("table")));

  await pressOn(page, link(page, "People"));
  await searchFor(page, "Name, email or ID", operator.userId);
  await pressOn(page, page.getByRole("table").getByRole("link").first());
  await expect(page.getByRole("main")).toContainText("belongs to no company");
});

test("an operator suspends an extension after reading who is affected, and its publisher reads why", async ({
  page,
  browser,
}) => {
  const { client, organizationId } = await mintInstallation();
  const { clientId } = client;
  const reason = "It sends addresses to third parties.";
  await page.goto("/platform/extensions");
  await searchFor(page, "Name, ID, tag, host or publisher", clientId);
  await askInMenu(page, /^Suspend/);
  const impact = dialog(page).getByRole("region", { name: "Who would be affected" });
  for (const text of ["1 has granted it access", "Live tokens", "API calls, last 7 days"]) {
    await expect(impact).toContainText(text);
  }
  await writeInto(page, dialog(page).getByLabel("Reason"), reason);
  await pressOn(page, button(page, "Suspend extension"));
  await expect(page.getByText("is suspended everywhere.")).toBeVisible();

  const theirs = await anotherBrowser(browser);
  await become(theirs, await mintMember(organizationId, "owner"));
  await theirs.goto(`/organization/${organizationId}/clients/${clientId}`);
  await expect(theirs.getByRole("main")).toContainText(reason);
  await theirs.context().close();

  await pressOn(page, button(page, "Undo the suspension"));
  await expect(page.getByText("works again.")).toBeVisible();
});

test("an operator approves a listing and declines a restricted scope", async ({ page }) => {
  const { client, seller } = await mintInstallation();
  const { clientId } = client;
  const name = `Review ${crypto.randomUUID()}`;
  const data = { name, listingRequestedAt: new Date() };
  await db().client.update({ where: { clientId }, data });
  const approval = { clientId, scope: "company/legal/write", requestedBy: `user:${seller.userId}` };
  await db().scopeApproval.create({ data: approval });
  await page.goto("/platform/reviews");
  await ask(page, `Approve ${name}`);
  await pressOn(page, button(page, "Approve listing"));
  await expect(button(page, `Approve ${name}`)).toHaveCount(0);
  await expectFocusOn(page.getByRole("region", { name: "Extensions" }));
  await ask(page, `Decline ${name}, company/legal/write`);
  await writeInto(page, dialog(page).getByLabel("Reason"), "It prints labels only.");
  await pressOn(page, button(page, "Decline scope"));
  await expect(button(page, `Decline ${name}, company/legal/write`)).toHaveCount(0);
});

test("an operator creates, rotates, and revokes a service key, and stores each secret first", async ({
  page,
}) => {
  const name = `Panel ${crypto.randomUUID()}`;
  await page.goto("/platform/service-keys");
  await ask(page, "New service key");
  await writeInto(page, dialog(page).getByLabel("Name"), name);
  const scope = dialog(page).getByLabel("platform/log/read");
  await pressOn(page, scope, "Space");
  // The key of a gate has no other scope.
  await dialog(page).getByLabel("platform/gate").check();
  await expect(scope).not.toBeChecked();
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
  await writeInto(page, dialog(page).getByLabel(/to confirm/), name);
  await page.keyboard.press("Enter");
  await expect(row.getByText("Revoked", { exact: true })).toBeVisible();
  await expectFocusOn(panelOf(page, page.getByRole("table")));
});

test("an operator describes, translates, and restricts a scope, and edits the brand", async ({
  page,
}) => {
  const scope = `company/gifts-${crypto.randomUUID()}/read`;
  await page.goto("/platform/scopes");
  await ask(page, "New scope");
  await writeInto(page, dialog(page).getByLabel("Scope", { exact: true }), scope);
  for (const [field, text] of [
    ["Title", "Gift cards: view"],
    ["Sentence", "See gift cards."],
    ["Group", "Gift cards"],
  ] as const) {
    await writeInto(page, dialog(page).getByLabel(field).first(), text);
  }
  await pressOn(page, dialog(page).getByText("Texts in German"));
  await writeInto(page, dialog(page).getByLabel("Title (optional)"), "Gutscheine: sehen");
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toHaveCount(0);
  await expectFocusOn(button(page, "New scope"));
  await searchFor(page, "Name or text", scope);
  await askInMenu(page, `Edit ${scope}`);
  await expect(dialog(page).getByLabel("Title (optional)")).toHaveValue("Gutscheine: sehen");
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
