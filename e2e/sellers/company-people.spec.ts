import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { become } from "@/test/browser/become";
import { pressOn, writeInto } from "@/test/browser/by-keyboard";
import { expectAccessible, expectAccessibleInBothThemes } from "@/test/browser/expect-accessible";
import { expectFits } from "@/test/browser/expect-fits";
import { expectGerman } from "@/test/browser/expect-german";
import { expect, test } from "@/test/browser/test";
import { MINTED_PASSWORD, mintCompany, mintCompanyMember, mintUser } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { mintCompanyInvitation } from "@/test/factories/mint-invitation";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("by keyboard: an owner invites a person, who creates an account, gets another role, and is removed", async ({
  page,
  browser,
  baseURL,
  database: _,
}) => {
  const { companyId, seller } = await mintCompany();
  const email = `${newId()}@example.com`;
  await become(page, seller);
  await page.goto(`/company/${companyId}/extensions`);
  await pressOn(page, page.getByRole("link", { name: "People" }));
  await expect(page.getByRole("heading", { name: "People", level: 1 })).toBeVisible();
  await writeInto(page, page.getByLabel("Email"), email);
  await pressOn(page, page.getByRole("button", { name: "Invite", exact: true }));
  await expect(page.getByRole("heading", { name: "Give this link to" })).toBeVisible();
  const link = (await page.getByRole("group", { name: "Invitation link" }).textContent()) ?? "";
  await page.getByRole("link", { name: "I have copied it" }).click();
  await expect(page.getByRole("region", { name: "Pending invitations" })).toContainText(email);

  const theirs = await (
    await browser.newContext({ baseURL: baseURL ?? "", reducedMotion: "reduce" })
  ).newPage();
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
  await expect(theirs.getByLabel("Email")).toHaveCount(0);

  await page.reload();
  const entry = page.getByRole("listitem").filter({ hasText: email });
  await entry.getByText("Change Nia Okafor").click();
  await entry.getByRole("radio", { name: /^Admin/ }).check();
  await entry.getByRole("button", { name: "Save role" }).click();
  await expect(page.getByText("The role was changed.")).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByLabel("Email")).toBeVisible();

  await entry.getByText("Change Nia Okafor").click();
  await entry.getByRole("checkbox").check();
  await entry.getByRole("button", { name: "Remove Nia Okafor" }).click();
  await expect(page.getByText("The person was removed.")).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByRole("heading", { name: "This page does not exist" })).toBeVisible();
  await theirs.context().close();
});

test("the last owner cannot leave and sees what to do first, while staff can leave", async ({
  page,
  database: _,
}) => {
  const { companyId, seller } = await mintCompany();
  const staff = await mintCompanyMember(companyId, "staff");
  const leave = async () => {
    await page.goto(`/company/${companyId}/people`);
    await page.getByText("Leave the company").first().click();
    await page.getByRole("checkbox", { name: "I lose access" }).check();
    await page.getByRole("button", { name: "Leave the company" }).click();
  };
  await become(page, seller);
  await leave();
  await expect(page.getByText("Make someone else an owner first.")).toBeVisible();
  await become(page, staff);
  await leave();
  await expect(page.getByText("You are not a member of anything yet")).toBeVisible();
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
    const managedEntry = page.getByRole("listitem").filter({ hasText: managed.email });
    await expect(managedEntry).toContainText(
      language === "de" ? "Von der Plattform verwaltet" : "Managed by the platform",
    );
    await expect(managedEntry.locator("summary")).toHaveCount(0);
    for (const summary of await page.locator("main summary").all()) await summary.click();
    if (language === "de") await expectGerman(page);
    await expectFits(page);
    await expectAccessibleInBothThemes(page);
  });
}

test("a person of several companies finds each of them in the menu", async ({
  page,
  database: _,
}) => {
  const person = await mintUser();
  const { userId } = person;
  for (const name of ["Acme Books", "Blue Books"]) {
    const data = { name, members: { create: { userId, role: "staff" as const } } };
    await db().company.create({ data, select: { id: true } });
  }
  await become(page, person);
  await page.goto("/");
  await page.getByRole("button", { name: "Asha Rao" }).click();
  await page.getByRole("link", { name: "Blue Books" }).click();
  await expect(page.getByRole("banner")).toContainText("Blue Books");
});
