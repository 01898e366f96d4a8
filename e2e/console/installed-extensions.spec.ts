import { readFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { become } from "@/test/browser/become";
import { expectAccessible } from "@/test/browser/expect-accessible";
import { expect, test } from "@/test/browser/test";
import {
  type MintedOrganization,
  type MintedUser,
  mintClient,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { type ServedExtension, serveExtension } from "@/test/requests/serve-extension";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const SCOPES = ["company/products/read", "company/orders/read", `own/${"long-".repeat(20)}scope`];

let extension: ServedExtension;

test.beforeEach(async () => {
  extension = await serveExtension();
});

test.afterEach(() => extension.stop());

/** A page without JavaScript, with a person signed in. */
async function plainPage(browser: Browser, baseURL: string, as: MintedUser): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await become(page, as);
  return page;
}

/** Lets the owner allow another organization's extension in the browser. */
async function install(
  page: Page,
  organization: MintedOrganization,
  name: string,
): Promise<string> {
  const publisher = await mintOrganization();
  const redirectUri = `${extension.baseUrl}/fp/auth`;
  const { clientId } = await mintClient(publisher.organizationId, {
    name,
    scopes: SCOPES,
    redirectUrls: [redirectUri],
  });
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: SCOPES.join(","),
  });
  const issuer = `${OAUTH_PATH}/organization/${organization.organizationId}`;
  await page.goto(`${issuer}/oauth/authorize?${query}`);
  await page.getByRole("button", { name: /^Allow/ }).click();
  await page.waitForURL(`${redirectUri}?**`);
  return clientId;
}

test("an owner sees installed extensions, downloads a receipt, and removes one without JavaScript", async ({
  browser,
  demo,
  database: _connected,
}) => {
  const organization = await mintOrganization();
  const page = await plainPage(browser, demo.base_url, organization.owner);
  const clientId = await install(page, organization, "Shipfast");
  const path = `/organization/${organization.organizationId}/installed`;

  await page.goto(path);
  await expect(page).toHaveURL(/\/settings(#apps)?$/);
  const row = page.getByRole("row", { name: "Shipfast" });
  await expect(row).toContainText("by Asha Rao");
  await expect(row).toContainText("3 permissions");
  await row.getByRole("link", { name: "Shipfast" }).click();
  await expect(page.getByRole("region", { name: "What it can do" })).toContainText(
    "See products, prices and stock.",
  );

  const receipt = await page.request.get(`${path}/${clientId}/receipt`);
  expect(await receipt.json()).toMatchObject({
    receipt: { organization: { id: organization.organizationId }, verified: true },
  });

  const button = page.getByRole("button", { name: "Remove Shipfast" });
  await button.click();
  await expect(page).toHaveURL(new RegExp(`${path}/${clientId}$`));
  await page.getByRole("checkbox", { name: /I want to remove/ }).check();
  await button.click();
  await expect(page.getByText("Its access has stopped.")).toBeVisible();
  await expect(page.getByText("No app has access")).toBeVisible();
  await page.context().close();
});

test("offers the receipt right after a removal, with the time of removal", async ({
  page,
  database: _connected,
}) => {
  const organization = await mintOrganization();
  await become(page, organization.owner);
  await install(page, organization, "Shipfast");
  await page.goto(`/organization/${organization.organizationId}/clients`);
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Shipfast" }).click();
  await page.getByRole("checkbox", { name: /I want to remove/ }).check();
  await page.getByRole("button", { name: "Remove Shipfast" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the receipt" }).click();
  const { receipt } = JSON.parse(await readFile(await (await download).path(), "utf8"));
  expect(receipt.entries.at(-1)).toMatchObject({ change: "revoked" });
});

test("a developer sees installed extensions but cannot remove them", async ({
  page,
  database: _connected,
}) => {
  const organization = await mintOrganization();
  await become(page, organization.owner);
  await install(page, organization, "Shipfast");
  const developer = await mintMember(organization.organizationId, "developer");
  await page.context().clearCookies();
  await become(page, developer);
  await page.goto(`/organization/${organization.organizationId}/settings`);
  await expect(page.getByRole("button", { name: "Save name" })).toHaveCount(0);
  await page.getByRole("link", { name: "Shipfast" }).click();
  await expect(page.getByText("An owner of the organization can remove it.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(0);
});

test("the apps with access, and one with a long name, are accessible", async ({
  page,
  database: _connected,
}) => {
  const organization = await mintOrganization();
  const path = `/organization/${organization.organizationId}`;
  await become(page, organization.owner);
  const clientId = await install(page, organization, `Long ${"name ".repeat(12)}`.trim());
  await page.goto(`${path}/settings?removed=${"0".repeat(24)}`);
  await expect(page.getByText("Its access has stopped.")).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${path}/installed/${clientId}`);
  await expectAccessible(page);
});
