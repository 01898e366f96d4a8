import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { db } from "@/lib/core/db/client";
import { operatorRoles } from "@/lib/core/permissions/platform-permissions";
import { become } from "@/test/browser/become";
import { button, choose, dialog, link, menu } from "@/test/browser/console-parts";
import { platformPaths, platformSections } from "@/test/browser/platform-paths";
import { expect, test } from "@/test/browser/test";
import { mintOrganization, mintUser } from "@/test/factories/mint";
import { mintInstallation } from "@/test/factories/mint-installation";
import { mintOperator } from "@/test/factories/mint-platform";

const MAX_ON_ONE_LEVEL = 6;

test.use({ contextOptions: { reducedMotion: "reduce" } });

test.beforeEach(({ database: _connected }) => undefined);

/** Opens a page of the platform as an operator. */
async function openAs(page: Page, role: "operator" | "support", path: string) {
  await become(page, await mintOperator(role));
  await page.goto(path);
}

test("the navigation has at most six entries on one level", () => {
  expect(platformSections.length).toBeLessThanOrEqual(MAX_ON_ONE_LEVEL);
  for (const { paths } of platformSections) {
    expect(paths.length).toBeLessThanOrEqual(MAX_ON_ONE_LEVEL);
  }
});

test("pages of the platform exist for operators and support only, and for objects that exist", async ({
  request,
}) => {
  const { client, organizationId, companyId, seller } = await mintInstallation();
  const open = async (path: string, cookie = "") =>
    (await request.get(path, { headers: { cookie }, maxRedirects: 0 })).status();
  const operators = await Promise.all(operatorRoles.map(mintOperator));
  const others = [(await mintOrganization()).owner, await mintUser()];
  const objects = [`extensions/${client.clientId}`, `organizations/${organizationId}`];
  const places = [...objects, `companies/${companyId}`, `people/${seller.userId}`];
  for (const path of [...platformPaths, ...places.map((place) => `/platform/${place}`)]) {
    for (const { cookie } of operators)
      expect([path, await open(path, cookie)]).toEqual([path, 200]);
    for (const { cookie } of others) expect([path, await open(path, cookie)]).toEqual([path, 404]);
    expect([path, await open(path)]).toEqual([path, 307]);
  }
  const unknown = "0".repeat(24);
  for (const list of ["extensions", "organizations", "companies", "people"]) {
    expect(await open(`/platform/${list}/${unknown}`, operators[0]?.cookie)).toBe(404);
  }
});

test("no page offers support a button that changes something", async ({ page }) => {
  const changing =
    /actions|suspend|activate|close|create|new|invite|erase|rotate|revoke|verify|save/i;
  await become(page, await mintOperator("support"));
  for (const path of platformPaths) {
    if (["/platform", "/platform/audit"].includes(path)) continue;
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const buttons = page.getByRole("main").getByRole("button", { name: changing, disabled: false });
    await expect(buttons, path).toHaveCount(0);
  }
});

test("an operator starts at the platform or at an organization, whose menu leads there", async ({
  page,
  request,
}) => {
  await openAs(page, "operator", "/");
  await expect(page).toHaveURL("/platform");

  const { organizationId, companyId, owner } = await mintOrganization();
  const { version } = JSON.parse(await readFile("package.json", "utf8"));
  const profile = await request.get("/profile", { headers: { cookie: owner.cookie } });
  expect(await profile.text()).not.toContain(`Latchkey ${version}`);
  await db().user.update({
    where: { id: owner.userId },
    data: { operatorRole: "operator", operatorSource: "local" },
    select: { id: true },
  });
  await become(page, owner);
  await page.goto("/");
  await expect(page).toHaveURL(`/organization/${organizationId}`);
  await button(page, "Asha Rao").click();
  await expect(page.getByText(`Latchkey ${version}`)).toBeVisible();
  await expect(link(page, "Acme Retail")).toHaveAttribute(
    "href",
    `/company/${companyId}/extensions`,
  );
  await link(page, "Platform").click();
  await expect(page).toHaveURL("/platform");
});

test("a person is deactivated and erased by name", async ({ page }) => {
  const { owner } = await mintOrganization();
  await openAs(page, "operator", `/platform/people?q=${owner.userId}`);
  const row = page.getByRole("row").nth(1);
  await choose(row, /^Deactivate/);
  await button(page, "Deactivate person").click();
  await expect(row.getByText("Deactivated")).toBeVisible();
  await choose(row, /^Erase/);
  await dialog(page)
    .getByLabel(/to confirm/)
    .fill("Asha Rao");
  await button(page, "Erase person").click();
  await expect(page.getByRole("heading", { name: "Nothing matches" })).toBeVisible();
});

test("rows lead to the pages of their objects, which lead to each other", async ({ page }) => {
  const { client, organizationId, companyId, seller } = await mintInstallation();
  const { clientId } = client;
  const name = `Shipfast ${crypto.randomUUID()}`;
  await db().client.update({ where: { clientId }, data: { name } });
  await openAs(page, "support", `/platform/extensions?q=${clientId}`);
  await link(page, name).click();
  await expect(page).toHaveURL(`/platform/extensions/${clientId}`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(menu(page.getByRole("main"))).toHaveCount(0);
  const companies = page.getByRole("table", { name: "Companies that have it installed" });
  await companies.getByRole("link").click();
  await expect(page).toHaveURL(`/platform/companies/${companyId}`);
  await expect(page.getByRole("link", { name })).toBeVisible();
  await page.getByRole("table", { name: "People, owners first" }).getByRole("link").first().click();
  await expect(page).toHaveURL(`/platform/people/${seller.userId}`);
  await page.goto(`/platform/organizations/${organizationId}`);
  await link(page, name).click();
  await expect(page).toHaveURL(`/platform/extensions/${clientId}`);
});

test("a publisher's page says who verified it, when, and what they checked", async ({ page }) => {
  const { organizationId } = await mintOrganization();
  await openAs(page, "operator", `/platform/organizations/${organizationId}`);
  await expect(page.getByText("Nobody has verified this publisher.")).toBeVisible();
  await choose(page.getByRole("main"), /^Verify/);
  await dialog(page).getByLabel("What you checked").fill("Trade register entry.");
  await button(page, "Verify publisher").click();
  const record = page.getByRole("table", { name: "Verification record" });
  await expect(record.getByRole("row").nth(1)).toContainText("Trade register entry.");
  await choose(page.getByRole("main"), /^Unverify/);
  await button(page, "Take back verification").click();
  await expect(record.getByRole("row").nth(1)).toContainText("Not verified");
});
