import type { Page } from "@playwright/test";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { become } from "@/test/browser/become";
import { expectAccessible } from "@/test/browser/expect-accessible";
import { expectFits } from "@/test/browser/expect-fits";
import { expectGerman } from "@/test/browser/expect-german";
import { expect, test } from "@/test/browser/test";
import {
  mintClient,
  mintCompany,
  mintCompanyMember,
  mintOrganization,
} from "@/test/factories/mint";
import { mintCompanyInvitation } from "@/test/factories/mint-invitation";

const SCOPES = ["company/orders/read"];

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Opens a page of a company with the status as its owner. A staff member has requested an extension. */
async function openAs(page: Page, status: "suspended" | "closed", path: "extensions" | "people") {
  const { companyId, seller } = await mintCompany();
  const { userId: askedBy } = await mintCompanyMember(companyId, "staff");
  await mintCompanyInvitation(companyId);
  const { organizationId } = await mintOrganization();
  const { clientId } = await mintClient(organizationId, { scopes: SCOPES });
  const question = { id: newId(), clientId, companyId, scopes: SCOPES, askedBy };
  await db().consentQuestion.create({ data: question });
  await db().company.update({ where: { id: companyId }, data: { status } });
  await become(page, seller);
  await page.goto(`/company/${companyId}/${path}`);
}

test("a suspended or closed company's extensions page says so and offers nothing to install or decide", async ({
  page,
  database: _,
}) => {
  for (const status of ["suspended", "closed"] as const) {
    await openAs(page, status, "extensions");
    await expect(page.getByText(`The platform has ${status} this company`)).toBeVisible();
    await expect(page.getByText("No extension has access to this company.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Available extensions" })).toHaveCount(0);
    await expect(page.locator("main").getByRole("button")).toHaveCount(0);
  }
  await expectFits(page);
  await expectAccessible(page);
});

test("people of a closed company cannot be changed, and those of a suspended one can", async ({
  page,
  database: _,
}) => {
  await openAs(page, "closed", "people");
  await expect(page.getByText("The platform has closed this company")).toBeVisible();
  await expect(page.getByRole("row", { name: /Staff/ })).toBeVisible();
  await expect(page.locator("main").getByRole("button")).toHaveCount(0);
  await expect(page.locator("main summary")).toHaveCount(0);
  await expectFits(page);
  await expectAccessible(page);

  await openAs(page, "suspended", "people");
  for (const name of [/^Invite$/, /^Change role/, /^Leave the company$/]) {
    await expect(page.getByRole("button", { name, includeHidden: true })).not.toHaveCount(0);
  }
});

test("each page of a suspended organization says so", async ({ page, demo, database: _ }) => {
  const { organizationId, owner } = await mintOrganization();
  const where = { id: organizationId };
  await db().organization.update({ where, data: { status: "suspended" } });
  await become(page, owner);
  for (const path of ["", "/clients", "/members"]) {
    await page.goto(`/organization/${organizationId}${path}`);
    await expect(page.getByText("The platform has suspended this organization")).toBeVisible();
  }
  await expectFits(page);
  await expectAccessible(page);
  await page.context().addCookies([{ name: "language", value: "de", url: demo.base_url }]);
  await page.reload();
  await expect(page.getByText("Die Plattform hat diese Organisation gesperrt")).toBeVisible();
  await expectGerman(page);
});
