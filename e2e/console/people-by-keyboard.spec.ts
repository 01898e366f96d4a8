import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { pressOn, writeInto } from "@/test/browser/by-keyboard";
import {
  button,
  dialog,
  link,
  menu,
  noticeText,
  openOrganization,
  panelOf,
} from "@/test/browser/console-parts";
import { expectFocusOn, tabTo } from "@/test/browser/tab-to";
import { expect, test } from "@/test/browser/test";
import {
  MINTED_PASSWORD,
  type MintedUser,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { mintInvitation } from "@/test/factories/mint-invitation";
import { codeOf } from "@/test/factories/mint-second-factor";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test.describe("people", () => {
  test("an invitation is resent and revoked, a role is changed, and a member is removed", async ({
    page,
    database: _,
  }) => {
    const { organizationId, home } = await openOrganization(page);
    const { email } = await mintInvitation(organizationId);
    const member = await mintMember(organizationId, "developer");
    await db().user.update({ where: { id: member.userId }, data: { firstName: "Nia" } });
    await page.goto(home);
    await pressOn(page, link(page, "Members"));
    const row = page.getByRole("row", { name: /Nia/ });
    await pressOn(page, menu(row));
    await pressOn(page, button(page, "Change role of Nia Rao"));
    await tabTo(page, dialog(page).getByRole("radio", { name: "Developer" }));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(row).toContainText("Auditor");
    await expectFocusOn(menu(row));
    await page.keyboard.press("Enter");
    await pressOn(page, button(page, "Remove Nia Rao"));
    await pressOn(page, dialog(page).getByRole("button", { name: "Remove" }));
    await expect(row).toHaveCount(0);
    await expectFocusOn(panelOf(page, page.getByRole("table")));

    const invited = page.getByRole("row", { name: email });
    await pressOn(page, menu(invited));
    await pressOn(page, button(page, `Send again to ${email}`));
    await pressOn(page, dialog(page).getByRole("button", { name: "Send again" }));
    await expect(noticeText(page, "Give this link")).toBeVisible();
    await pressOn(page, button(page, "I have copied it"));
    await expectFocusOn(page.getByRole("main"));
    await pressOn(page, menu(invited));
    await pressOn(page, button(page, `Revoke the invitation of ${email}`));
    await pressOn(page, dialog(page).getByRole("button", { name: "Revoke invitation" }));
    await expect(invited).toHaveCount(0);
    await expectFocusOn(panelOf(page, page.getByRole("table")));
  });

  test("a person switches to another organization and leaves it", async ({ page, database: _ }) => {
    const { home, owner } = await openOrganization(page);
    const otherOrganization = await mintOrganization();
    await db().organization.update({
      where: { id: otherOrganization.organizationId },
      data: {
        name: "Parcel Labs",
        members: { create: { userId: owner.userId, role: "developer" } },
      },
      select: { id: true },
    });
    await page.goto(home);
    await pressOn(page, button(page, "Asha Rao"));
    await pressOn(page, link(page, "Parcel Labs"));
    await expect(page).toHaveURL(`/organization/${otherOrganization.organizationId}`);
    await pressOn(page, link(page, "Members"));
    await pressOn(page, menu(page));
    await pressOn(page, button(page, "Leave the organization"));
    await pressOn(page, dialog(page).getByRole("button", { name: "Leave" }));
    await expect(page).toHaveURL(home);
  });

  test("the organization is renamed, and an owner must set up a second factor before requiring it", async ({
    page,
    database: _,
  }) => {
    const { home } = await openOrganization(page);
    await page.goto(home);
    await pressOn(page, link(page, "Settings"));
    await writeInto(page, page.getByLabel("Organization"), "Parcel Labs");
    await pressOn(page, button(page, "Save name"));
    await expect(noticeText(page, "The name was saved.")).toBeVisible();
    await expectFocusOn(button(page, "Save name"));
    await pressOn(page, link(page, "Set it up in your profile"));
    await expect(page).toHaveURL("/profile#second-factor");
  });

  test("people manage their own password, second factor, and recovery codes", async ({
    page,
    database: _,
  }) => {
    const { home } = await openOrganization(page);
    await page.goto(home);
    await pressOn(page, button(page, "Asha Rao"));
    await pressOn(page, link(page, "Profile"));
    await writeInto(page, page.getByLabel("Current password"), MINTED_PASSWORD);
    await writeInto(page, page.getByLabel("New password"), "another password for tests");
    await page.keyboard.press("Enter");
    await expect(noticeText(page, "password")).toBeVisible();
    const panel = page.getByRole("region", { name: "Second factor" });
    const password = panel.getByLabel("Your password").first();
    const code = page.getByLabel("Code", { exact: true }).first();
    const recoveryCodes = page.getByRole("group", { name: "Recovery codes" });
    await writeInto(page, password, "another password for tests");
    await page.keyboard.press("Enter");
    const key = (await page.getByRole("code").textContent())?.replaceAll(" ", "") ?? "";
    await writeInto(page, code, codeOf(key));
    await page.keyboard.press("Enter");
    const first = await recoveryCodes.textContent();
    await pressOn(page, page.getByRole("link", { name: /^I have saved them/ }));
    await expect(page.getByText("10 recovery codes are left.")).toBeVisible();
    await pressOn(page, panel.getByText("Create new recovery codes").first());
    await writeInto(page, password, "another password for tests");
    // The first code's step has been used.
    await writeInto(page, code, codeOf(key, 1));
    await page.keyboard.press("Enter");
    await expect(recoveryCodes).not.toHaveText(first ?? "");
  });

  test("a person signs out another browser", async ({ page, database: _ }) => {
    const { owner } = await openOrganization(page);
    await anotherSession(owner);
    await page.goto("/profile");
    const sessions = page.getByRole("region", { name: "Where you are signed in" });
    await pressOn(page, sessions.getByRole("listitem").getByRole("button"));
    await expect(page.getByText("That browser was signed out.")).toBeVisible();
  });
});

async function anotherSession({ userId }: MintedUser): Promise<void> {
  await db().userSession.create({
    data: {
      id: newId(),
      userId,
      expiresAt: new Date(Date.now() + 3_600_000),
    },
    select: { id: true },
  });
}
