import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { platformSections } from "@/components/shell/platform-pages";
import { db } from "@/lib/core/db/client";
import { operatorRoles } from "@/lib/core/platform-permissions";
import { become } from "@/test/browser/become";
import { button, choose, dialog, link, menu } from "@/test/browser/console-parts";
import { platformPaths } from "@/test/browser/platform-paths";
import { expect, test } from "@/test/browser/test";
import { mintClient, mintMember, mintOrganization, mintUser } from "@/test/factories/mint";
import { mintInstallation } from "@/test/factories/mint-installation";
import { mintOperator } from "@/test/factories/mint-platform";

const MOST_ON_ONE_LEVEL = 6;

test.beforeEach(({ database: _connected }) => undefined);

/** Opens a page of the platform as an operator. */
async function openAs(page: Page, role: "operator" | "support", path: string) {
  const operator = await mintOperator(role);
  await become(page, operator);
  await page.goto(path);
  return operator;
}

test("the navigation has at most six entries on one level", () => {
  expect(platformSections.length).toBeLessThanOrEqual(MOST_ON_ONE_LEVEL);
  for (const { pages } of platformSections) {
    expect(pages.length).toBeLessThanOrEqual(MOST_ON_ONE_LEVEL);
  }
});

for (const path of platformPaths) {
  test(`${path} opens only for operators and support, and others get the page for unknown addresses`, async ({
    request,
  }) => {
    const open = async (cookie: string) =>
      (await request.get(path, { headers: { cookie }, maxRedirects: 0 })).status();
    for (const role of operatorRoles)
      expect(await open((await mintOperator(role)).cookie)).toBe(200);
    const { owner } = await mintOrganization();
    for (const { cookie } of [owner, await mintUser()]) expect(await open(cookie)).toBe(404);
    expect(await open("")).toBe(307);
  });
}

for (const path of platformPaths.filter((one) => !["/platform", "/platform/audit"].includes(one))) {
  test(`${path} offers support no button that changes something`, async ({ page }) => {
    await openAs(page, "support", path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const changing =
      /actions|suspend|activate|close|create|new|invite|erase|rotate|revoke|verify|save/i;
    const offered = page.getByRole("main").getByRole("button", { name: changing, disabled: false });
    await expect(offered).toHaveCount(0);
  });
}

test("an operator without a membership starts at the platform; the person menu leads there from elsewhere", async ({
  page,
}) => {
  await openAs(page, "operator", "/");
  await expect(page).toHaveURL("/platform");
  await page.goto("/profile");
  await page.getByRole("banner").locator("[popovertarget=person-menu]").click();
  await page.getByRole("link", { name: "Platform" }).click();
  await expect(page).toHaveURL("/platform");
});

test("the person menu names the version to operators and to no other person", async ({
  request,
}) => {
  const profileOf = async ({ cookie }: { cookie: string }) =>
    (await request.get("/profile", { headers: { cookie } })).text();
  const { version } = JSON.parse(await readFile("package.json", "utf8"));
  const line = `Latchkey ${version}`;
  expect(await profileOf(await mintOperator("support"))).toContain(line);
  expect(await profileOf((await mintOrganization()).owner)).not.toContain(line);
});

test("a gate's key has no other scope", async ({ page }) => {
  await openAs(page, "operator", "/platform/service-keys");
  await button(page, "New service key").click();
  await dialog(page).getByLabel("platform/log/read").check();
  await dialog(page).getByLabel("platform/gate").check();
  await expect(dialog(page).getByLabel("platform/log/read")).not.toBeChecked();
});

test("a company is created with its owner's invitation, suspended, activated and closed by its name", async ({
  page,
}) => {
  const name = `Lotus ${crypto.randomUUID()}`;
  await openAs(page, "operator", `/platform/companies?q=${encodeURIComponent(name)}`);
  await button(page, "New company").click();
  await dialog(page).getByLabel("Name").fill(name);
  await dialog(page).getByLabel("Owner’s email").fill("asha@example.com");
  await button(page, "Create company").click();
  await expect(page.getByText("Give this link to asha@example.com yourself.")).toBeVisible();
  await button(page, "I have copied it").click();
  const row = page.getByRole("row", { name: new RegExp(name) });
  await choose(row, /^Suspend/);
  await button(page, "Suspend company").click();
  await expect(row.getByText("Suspended")).toBeVisible();
  await choose(row, /^Activate/);
  await button(page, "Activate company").click();
  await expect(row.getByText("Active")).toBeVisible();
  await choose(row, /^Close/);
  await dialog(page)
    .getByLabel(/To confirm/)
    .fill(name);
  await button(page, "Close company").click();
  await expect(row.getByText("Closed")).toBeVisible();
  await expect(row.getByRole("button")).toHaveCount(0);
  const { isExternal } = await db().company.findFirstOrThrow({ where: { name } });
  expect(isExternal).toBe(false);
});

test("a person is deactivated and erased by name", async ({ page }) => {
  const { owner } = await mintOrganization();
  await openAs(page, "operator", `/platform/people?q=${owner.userId}`);
  const row = page.getByRole("row").nth(1);
  await choose(row, /^Deactivate/);
  await button(page, "Deactivate person").click();
  await expect(row.getByText("Deactivated")).toBeVisible();
  await choose(row, /^Erase/);
  const { firstName, lastName } = await db().user.findUniqueOrThrow({
    where: { id: owner.userId },
  });
  await dialog(page)
    .getByLabel(/To confirm/)
    .fill(`${firstName} ${lastName}`);
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

test("an extension is suspended once the operator has read who it concerns; its publisher reads why", async ({
  page,
}) => {
  const { client, organizationId } = await mintInstallation();
  await openAs(page, "operator", `/platform/extensions/${client.clientId}`);
  await choose(page.getByRole("main"), /^Suspend/);
  const impact = dialog(page).getByRole("region", { name: "Who would be affected" });
  await expect(impact).toContainText("1 has granted it access");
  await expect(impact).toContainText("Live tokens");
  await expect(impact).toContainText("API calls, last 7 days");
  await dialog(page).getByLabel("Reason").fill("It sends addresses to third parties.");
  await button(page, "Suspend extension").click();
  await expect(page.getByText("is suspended everywhere.")).toBeVisible();
  await expect(page.getByRole("main")).toContainText("It sends addresses to third parties.");
  await become(page, await mintMember(organizationId, "owner"));
  await page.goto(`/organization/${organizationId}/clients/${client.clientId}`);
  await expect(page.getByRole("main")).toContainText("It sends addresses to third parties.");
});

test("a publisher's page says who verified it, when, and what they checked", async ({ page }) => {
  const { organizationId } = await mintOrganization();
  const path = `/platform/organizations/${organizationId}`;
  await openAs(page, "operator", path);
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

test("pages of objects exist for operators and support only, and for objects that exist", async ({
  request,
}) => {
  const { client, organizationId, companyId, seller } = await mintInstallation();
  const { cookie } = await mintOperator("support");
  const { owner } = await mintOrganization();
  for (const [list, id, unknown] of [
    ["extensions", client.clientId, "0".repeat(24)],
    ["organizations", organizationId, "nobody"],
    ["companies", companyId, "not-a-company"],
    ["people", seller.userId, "0".repeat(24)],
  ]) {
    const open = async (path: string, as: string) =>
      (await request.get(path, { headers: { cookie: as }, maxRedirects: 0 })).status();
    const path = `/platform/${list}/${id}`;
    expect([path, await open(path, cookie)]).toEqual([path, 200]);
    expect([path, await open(path, owner.cookie)]).toEqual([path, 404]);
    expect([path, await open(path, "")]).toEqual([path, 307]);
    expect(await open(`/platform/${list}/${unknown}`, cookie)).toBe(404);
  }
});

test("a listing request is approved, and a restricted scope declined", async ({ page }) => {
  const { organizationId, owner } = await mintOrganization();
  const { clientId } = await mintClient(organizationId);
  const name = `Review ${crypto.randomUUID()}`;
  const data = { name, listingRequestedAt: new Date() };
  await db().client.update({ where: { clientId }, data });
  const approval = { clientId, scope: "company/legal/write", requestedBy: `user:${owner.userId}` };
  await db().scopeApproval.create({ data: approval });
  await openAs(page, "operator", "/platform/reviews");
  await button(page, `Approve ${name}`).click();
  await button(page, "Approve listing").click();
  await expect(button(page, `Approve ${name}`)).toHaveCount(0);
  await button(page, `Decline ${name}, company/legal/write`).click();
  await dialog(page).getByLabel("Reason").fill("It prints labels only.");
  await button(page, "Decline scope").click();
  await expect(button(page, `Decline ${name}, company/legal/write`)).toHaveCount(0);
  const { listing } = await db().client.findUniqueOrThrow({ where: { clientId } });
  expect(listing).toBe("listed");
});

test("a scope is described, restricted and translated", async ({ page }) => {
  const name = `company/gift-${crypto.randomUUID()}/read`;
  await openAs(page, "operator", `/platform/scopes?q=${encodeURIComponent(name)}`);
  await button(page, "New scope").click();
  await dialog(page).getByLabel("Scope", { exact: true }).fill(name);
  await dialog(page).getByLabel("Title").first().fill("Gift cards: view");
  await dialog(page).getByLabel("Sentence").first().fill("See gift cards.");
  await dialog(page).getByLabel("Group").first().fill("Gift cards");
  await dialog(page).getByLabel("Restricted").check();
  await dialog(page).getByText("Texts in German").click();
  await dialog(page).getByLabel("Title (optional)").fill("Gutscheine: sehen");
  await button(page, "Create scope").click();
  await expect(page.getByRole("row").nth(2)).toContainText("Restricted");
  const stored = await db().scope.findUniqueOrThrow({ where: { name } });
  expect(stored).toMatchObject({
    restricted: true,
    translations: { de: { title: "Gutscheine: sehen" } },
  });
});
