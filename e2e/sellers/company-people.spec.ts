import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { become } from "@/test/browser/become";
import { pressOn, writeInto } from "@/test/browser/by-keyboard";
import { button, choose, dialog } from "@/test/browser/console-parts";
import { expectAccessible, expectAccessibleInBothThemes } from "@/test/browser/expect-accessible";
import { expectFits } from "@/test/browser/expect-fits";
import { expectGerman } from "@/test/browser/expect-german";
import { anotherBrowser } from "@/test/browser/people-parts";
import { expect, test } from "@/test/browser/test";
import { MINTED_PASSWORD, mintCompany, mintCompanyMember } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { mintCompanyInvitation } from "@/test/factories/mint-invitation";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("by keyboard: an owner invites a person, who joins, gets another role, and is removed", async ({
    page,
    browser,
    database: _,
  }) => {
    const { companyId, seller } = await mintCompany();
    const email = `${newId()}@example.com`;
    await become(page, seller);
    await page.goto(`/company/${companyId}/extensions`);
    await pressOn(page, page.getByRole("link", { name: "People" }));
    await pressOn(page, button(page, "Invite"));
    await writeInto(page, dialog(page).getByLabel("Email"), email);
    await pressOn(page, dialog(page).getByRole("button", { name: "Invite" }));
    await expect(page.getByRole("heading", { name: "Give this link to" })).toBeVisible();
    const link = (await page.getByRole("group", { name: "Invitation link" }).textContent()) ?? "";
    await page.getByRole("link", { name: "I have copied it" }).click();
    const row = page.getByRole("row", { name: email });
    await expect(row).toContainText("Invited");

    const theirs = await anotherBrowser(browser);
    await theirs.goto(link.trim());
    await expect(theirs.getByRole("heading", { name: "Join Blue Lotus Sarees" })).toBeVisible();
    await expectAccessible(theirs);
    await theirs.getByLabel("First name").fill("Nia");
    await theirs.getByLabel("Last name").fill("Okafor");
    await theirs.getByLabel("Password").fill(MINTED_PASSWORD);
    await theirs.getByRole("button", { name: "Accept the invitation" }).click();
    await expect(theirs).toHaveURL(`/company/${companyId}/extensions`);
    await theirs.getByRole("link", { name: "People" }).click();
    await expect(theirs.getByText("Asha Rao")).toBeVisible();
    await expect(button(theirs, "Invite")).toHaveCount(0);

    await page.reload();
    await choose(row, "Change role of Nia Okafor");
    await dialog(page)
      .getByRole("radio", { name: /^Admin/ })
      .check();
    await dialog(page).getByRole("button", { name: "Change role" }).click();
    await expect(page.getByText("The role was changed.")).toBeVisible();
    await theirs.reload();
    await expect(button(theirs, "Invite")).toBeVisible();
    await choose(row, "Remove Nia Okafor");
    await dialog(page).getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText("The person was removed.")).toBeVisible();
    await theirs.reload();
    await expect(theirs.getByRole("heading", { name: "This page does not exist" })).toBeVisible();
    await theirs.context().close();

    await mintCompanyInvitation(companyId);
    await page.reload();
    await choose(page.getByRole("row", { name: "Invited" }), /^Revoke/);
    await dialog(page).getByRole("button", { name: "Revoke invitation" }).click();
    await expect(page.getByText("The invitation was revoked.")).toBeVisible();
  });
});

test("the last owner cannot leave and sees what to do first, while staff can leave", async ({
  page,
  database: _,
}) => {
  const { companyId, seller } = await mintCompany();
  const staff = await mintCompanyMember(companyId, "staff");
  const leave = async () => {
    await page.goto(`/company/${companyId}/people`);
    await choose(page, "Leave the company");
    await dialog(page).getByRole("button", { name: "Leave" }).click();
  };
  await become(page, seller);
  await leave();
  await expect(page.getByText("Make someone else an owner first.")).toBeVisible();
  await become(page, staff);
  await leave();
  await expect(page.getByText("You don't belong to an organization or company yet")).toBeVisible();
});

for (const language of ["en", "de"] as const) {
  test(`the people page is accessible, fits from 320 px up, and is in one language: ${language}`, async ({
    page,
    demo,
    database: _,
  }) => {
    const { companyId, seller } = await mintCompany();
    await mintCompanyMember(companyId, "admin");
    const managed = await mintCompanyMember(companyId, "staff");
    const where = { companyId_userId: { companyId, userId: managed.userId } };
    await db().companyMember.update({ where, data: { source: "directory" } });
    await mintCompanyInvitation(companyId);
    await mintCompanyInvitation(companyId, {
      expiresAt: aMinuteAgo(),
      createdAt: new Date(Date.now() - 3_600_000),
    });
    await page.context().addCookies([{ name: "language", value: language, url: demo.base_url }]);
    await become(page, seller);
    await page.goto(`/company/${companyId}/people?notice=already_invited`);
    await expect(page.getByRole("alert").first()).toBeVisible();
    const managedRow = page.getByRole("row", { name: managed.email });
    await expect(managedRow).toContainText(
      language === "de" ? "Von der Plattform verwaltet" : "Managed by the platform",
    );
    await expect(managedRow.getByRole("button")).toHaveCount(0);
    if (language === "de") await expectGerman(page);
    await expectFits(page);
    await expectAccessibleInBothThemes(page);
    await choose(page.getByRole("row", { name: /Admin/ }), /^(Remove|Entfernen)/);
    await expect(dialog(page)).toBeVisible();
    if (language === "de") await expectGerman(page);
    await expectFits(page);
    await expectAccessible(page);
  });
}
