import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { become } from "@/test/browser/become";
import { pressOn, writeInto } from "@/test/browser/by-keyboard";
import {
  button,
  dialog,
  link,
  menu,
  openOrganization,
  panelOf,
} from "@/test/browser/console-parts";
import { expectAccessible } from "@/test/browser/expect-accessible";
import { anotherBrowser, givePassword } from "@/test/browser/people-parts";
import { expectFocusOn, tabTo } from "@/test/browser/tab-to";
import { expect, test } from "@/test/browser/test";
import { MINTED_PASSWORD, mintMember, mintOrganization, mintUser } from "@/test/factories/mint";
import { mintInvitation } from "@/test/factories/mint-invitation";
import { codeOf, mintSecondFactor } from "@/test/factories/mint-second-factor";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("by keyboard: an owner signs in with a code, invites a person, changes their role, and removes them", async ({
  page,
  browser,
  database: _,
}) => {
  // Each Tab is several messages to the browser.
  test.slow();
  const { organizationId, owner } = await mintOrganization();
  const { secret } = await mintSecondFactor(owner.userId);
  const path = `/organization/${organizationId}/members`;
  await page.goto(`/sign-in?${new URLSearchParams({ return_to: path })}`);
  await writeInto(page, page.getByLabel("Email"), owner.email);
  await writeInto(page, page.getByLabel("Password"), MINTED_PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(codeOf(secret));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(path);

  const email = `${newId()}@example.com`;
  await pressOn(page, button(page, "Invite"));
  await writeInto(page, dialog(page).getByLabel("Email"), email);
  await tabTo(page, dialog(page).getByRole("radio", { name: "Developer" }));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const notice = page.getByRole("status").filter({ hasText: `Give this link to ${email}` });
  const invitation = (await notice.getByRole("code").textContent()) ?? "";

  const theirs = await anotherBrowser(browser);
  await theirs.goto(invitation);
  await expect(theirs.getByRole("heading", { name: "Join Shipfast Labs" })).toBeVisible();
  await theirs.getByLabel("Password").evaluate((input) => input.removeAttribute("minlength"));
  for (const password of ["short", MINTED_PASSWORD]) {
    await theirs.getByLabel("First name").fill("Nia");
    await theirs.getByLabel("Last name").fill("Okafor");
    await theirs.getByLabel("Password").fill(password);
    await theirs.getByRole("button", { name: "Accept the invitation" }).click();
    if (password === MINTED_PASSWORD) continue;
    await expect(theirs.getByText("Choose a password of 12")).toBeVisible();
    await expectAccessible(theirs);
  }
  await expect(theirs).toHaveURL(`/organization/${organizationId}/clients`);
  await expect(theirs.getByRole("link", { name: "New extension" })).toHaveCount(0);

  await page.reload();
  const row = page.getByRole("row", { name: /Nia Okafor/ });
  await expect(row).toContainText("Auditor");
  await pressOn(page, menu(row));
  await pressOn(page, button(page, "Change role of Nia Okafor"));
  await expectAccessible(page);
  await tabTo(page, dialog(page).getByRole("radio", { name: "Auditor" }));
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  // The dialog, which names each role, is part of the row until the change is done.
  await expect(dialog(page)).toHaveCount(0);
  await expect(row).toContainText("Developer");
  await expectFocusOn(menu(row));
  await theirs.reload();
  await expect(theirs.getByRole("link", { name: "New extension" }).first()).toBeVisible();

  await page.keyboard.press("Enter");
  await pressOn(page, button(page, "Remove Nia Okafor"));
  await pressOn(page, dialog(page).getByRole("button", { name: "Remove" }));
  await expect(row).toHaveCount(0);
  await expectFocusOn(panelOf(page, page.getByRole("table")));
  await theirs.reload();
  await expect(theirs.getByRole("heading", { name: "This page does not exist" })).toBeVisible();
  await theirs.context().close();
});

test("by keyboard: an invitation is sent again and revoked, which ends its link", async ({
  page,
  browser,
  database: _,
}) => {
  const { organizationId, home } = await openOrganization(page);
  const { email } = await mintInvitation(organizationId);
  await page.goto(`${home}/members`);
  const invited = page.getByRole("row", { name: email });
  await pressOn(page, menu(invited));
  await pressOn(page, button(page, `Send again to ${email}`));
  await pressOn(page, dialog(page).getByRole("button", { name: "Send again" }));
  const notice = page.getByRole("status").filter({ hasText: "Give this link" });
  const invitation = (await notice.getByRole("code").textContent()) ?? "";
  await pressOn(page, button(page, "I have copied it"));
  await expectFocusOn(page.getByRole("main"));
  await pressOn(page, menu(invited));
  await pressOn(page, button(page, `Revoke the invitation of ${email}`));
  await pressOn(page, dialog(page).getByRole("button", { name: "Revoke invitation" }));
  await expect(invited).toHaveCount(0);
  await expectFocusOn(panelOf(page, page.getByRole("table")));

  const theirs = await anotherBrowser(browser);
  await theirs.goto(invitation);
  await expect(theirs.getByRole("button", { name: "Accept the invitation" })).toHaveCount(0);
  await expectAccessible(theirs);
  await theirs.context().close();
});

test("an invited person with an account signs in to accept, and no one else can", async ({
  page,
  database: _,
}) => {
  const { organizationId, owner } = await mintOrganization();
  const { email } = await mintUser();
  const { token } = await mintInvitation(organizationId, { email });
  await become(page, owner);
  await page.goto(`/invitation/${token}`);
  await expect(page.getByRole("button", { name: "Accept the invitation" })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Use another account" }).click();
  await givePassword(page, email);
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(page).toHaveURL(`/organization/${organizationId}/clients`);
});

test("an organization that requires a second factor sends members without one to their profile", async ({
  page,
  browser,
  database: _,
}) => {
  const { organizationId, owner, home } = await openOrganization(page);
  const member = await mintMember(organizationId, "developer");
  await page.goto(`${home}/settings`);
  await link(page, "Set it up in your profile").click();
  await expect(page).toHaveURL("/profile#second-factor");
  await mintSecondFactor(owner.userId);
  await page.goto(`${home}/settings`);
  await expect(page.getByText("One member has no second factor.")).toBeVisible();
  await page.getByRole("button", { name: "Require a second factor" }).click();
  await expect(page.getByText("Required", { exact: true })).toBeVisible();

  const theirs = await anotherBrowser(browser);
  await become(theirs, member);
  await theirs.goto(`${home}/clients`);
  await expect(theirs).toHaveURL(/\/profile\?/);
  await expect(theirs.getByText("Shipfast Labs requires a second factor.")).toBeVisible();
  await mintSecondFactor(member.userId);
  await theirs.goto(`${home}/clients`);
  await expect(theirs.getByRole("heading", { level: 1 })).toHaveText("Extensions");
  await theirs.context().close();
});

test("by keyboard: a person switches to another organization and leaves it", async ({
  page,
  database: _,
}) => {
  const { home, owner } = await openOrganization(page);
  const other = await mintOrganization();
  const members = { create: { userId: owner.userId, role: "developer" as const } };
  await db().organization.update({
    where: { id: other.organizationId },
    data: { name: "Parcel Labs", members },
    select: { id: true },
  });
  await page.goto(home);
  await pressOn(page, button(page, "Asha Rao"));
  await pressOn(page, link(page, "Parcel Labs"));
  await expect(page).toHaveURL(`/organization/${other.organizationId}`);
  await pressOn(page, link(page, "Members"));
  await pressOn(page, menu(page));
  await pressOn(page, button(page, "Leave the organization"));
  await pressOn(page, dialog(page).getByRole("button", { name: "Leave" }));
  await expect(page).toHaveURL(home);
});
