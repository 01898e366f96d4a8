import { db } from "@/lib/core/db/client";
import { become } from "@/test/browser/become";
import { expect, test } from "@/test/browser/test";
import { mintOrganization, mintUser } from "@/test/factories/mint";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const makeOperator = (userId: string) =>
  db().user.update({
    where: { id: userId },
    data: { operatorRole: "operator", operatorSource: "local" },
    select: { id: true },
  });

test("an operator without an organization starts at the platform", async ({
  page,
  database: _,
}) => {
  const operator = await mintUser();
  await makeOperator(operator.userId);
  await become(page, operator);
  await page.goto("/");
  await expect(page).toHaveURL(/\/platform$/);
});

test("an operator with an organization starts there, and finds company and platform in the menu", async ({
  page,
  database: _,
}) => {
  const { organizationId, companyId, owner } = await mintOrganization();
  await makeOperator(owner.userId);
  await become(page, owner);
  await page.goto("/");
  await expect(page).toHaveURL(`/organization/${organizationId}`);
  const menu = page.getByRole("button", { name: "Asha Rao" });
  await menu.click();
  await expect(page.getByRole("link", { name: "Acme Retail" })).toHaveAttribute(
    "href",
    `/company/${companyId}/extensions`,
  );
  await page.getByRole("link", { name: "Platform" }).click();
  await expect(page).toHaveURL(/\/platform$/);
});

test("a page does not prefetch the pages that it links to", async ({ page, database: _ }) => {
  const { organizationId, owner } = await mintOrganization();
  await become(page, owner);
  const pagePaths: string[] = [];
  page.on("request", (request) => {
    if (request.headers().rsc) pagePaths.push(new URL(request.url()).pathname);
  });
  await page.goto(`/organization/${organizationId}`, { waitUntil: "networkidle" });
  expect(pagePaths).toEqual([]);
  await page.getByRole("link", { name: "Members" }).first().click();
  await expect(page.getByRole("heading", { name: "Members", level: 1 })).toBeVisible();
  expect(pagePaths).toEqual([`/organization/${organizationId}/members`]);
});
