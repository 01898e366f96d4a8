import { readFile } from "node:fs/promises";
import type { APIRequestContext, Browser } from "@playwright/test";
import { newId } from "@/lib/core/crypto/ids";
import type { DemoFile } from "@/lib/developer-tools/demo/demo-file";
import { catalogue } from "@/lib/protocol/scopes/catalogue";
import { expectAccessible, expectAccessibleInBothThemes } from "@/test/browser/expect-accessible";
import { expectFits } from "@/test/browser/expect-fits";
import { adoptSession, expect, test } from "@/test/browser/test";
import { mintCompany } from "@/test/factories/mint";
import { storedCalls } from "@/test/requests/api-calls";
import { authorizePath } from "@/test/requests/http/authorize-path";
import { type ExtensionClient, registerExtension } from "@/test/requests/http/extension-client";
import { listProducts } from "@/test/requests/http/list-products";
import { obtainTokens } from "@/test/requests/http/obtain-tokens";
import { type ServedExtension, serveExtension } from "@/test/requests/serve-extension";

test.use({ contextOptions: { reducedMotion: "reduce" } });

let extension: ServedExtension;

test.beforeEach(async () => {
  extension = await serveExtension();
});

test.afterEach(() => extension.stop());

test("a seller sees what a connected extension may do, who allowed it, and what it did", async ({
  sellerPage: page,
  request,
  seller,
  management,
  demo,
  database: _,
}) => {
  const name = `Reader ${newId()}`;
  const client = await registerExtension(management, { meta: { name } });
  expect((await page.goto(extensionPath(demo.company_id, client)))?.status()).toBe(404);
  const { offline } = await obtainTokens(request, seller, demo.company_id, client);
  const { companyId } = await mintCompany();
  expect((await page.goto(extensionPath(companyId, client)))?.status()).toBe(404);
  expect((await listProducts(request, offline)).status()).toBe(200);
  await expect.poll(() => storedCalls(client.clientId)).toHaveLength(1);

  await page.goto(`/company/${demo.company_id}/extensions`);
  await page.getByRole("link", { name, exact: true }).click();
  const allowed = page.getByRole("region", { name: "What it can do" });
  await expect(allowed).toContainText("by Olu Adeyemi");
  await expect(allowed.getByRole("row", { name: /See products/ })).toContainText("1");
  await expect(allowed.getByRole("row", { name: /See orders/ })).toContainText("Not used");
  await page.getByRole("link", { name: "History" }).click();
  await page.getByRole("region", { name: "History" }).getByText("Allowed").click();
  await expect(page.getByText("Added")).toHaveCount(client.scopes.length);

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download receipt" }).click();
  const { receipt } = JSON.parse(await readFile(await (await download).path(), "utf8"));
  expect(receipt).toMatchObject({
    verified: true,
    extension: { client_id: client.clientId, name },
  });
});

test("a returning seller reads on the consent page how the extension used each permission that it has", async ({
  sellerPage: page,
  request,
  seller,
  management,
  demo,
  database: _,
}) => {
  const scopes = ["company/orders/read", "company/products/read", "company/customers/read"];
  const client = await registerExtension(management, { scopes: { permissions: scopes } });
  const before = { ...client, scopes: scopes.slice(0, 2) };
  const { offline } = await obtainTokens(request, seller, demo.company_id, before);
  for (let call = 0; call < 2; call += 1) await listProducts(request, offline);
  await expect.poll(() => storedCalls(client.clientId)).toHaveLength(2);

  await page.goto(authorizePath(demo.company_id, client));
  const keptScopes = page.getByText(
    "Unchanged: 2 permissions that it already has, 1 without recorded use",
  );
  await keptScopes.click();
  const line = (words: string) => page.getByRole("listitem").filter({ hasText: words });
  await expect(line("See products")).toContainText("Used 2 times in the last 30 days.");
  await expect(line("See orders")).toContainText("No use recorded in the last 90 days.");
  await expectAccessibleInBothThemes(page);
  await expectFits(page);
});

test("a request for many permissions says how many and which concern customers, and folds the others", async ({
  sellerPage: page,
  request,
  seller,
  management,
  demo,
}) => {
  const permissions = catalogue.slice(0, 17).map(({ name }) => name);
  const client = await registerExtension(management, { scopes: { permissions } });
  await page.goto(authorizePath(demo.company_id, client));
  await expect(page.getByText(/17 permissions: 7 view, 10 change, 2 about/)).toBeVisible();
  await expect(page.getByText("See orders, with customer names")).toBeVisible();
  const repeated = page.getByText("See, add and change products, prices and stock.");
  await expect(repeated).toBeHidden();
  await page.getByRole("heading", { name: "Products" }).click();
  await expect(repeated).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await obtainTokens(request, seller, demo.company_id, client);
  await page.goto(extensionPath(demo.company_id, client));
  await expect(repeated).toBeVisible();
});

test("removal requires a confirmation but no JavaScript, ends access at once, and notifies the extension", async ({
  browser,
  request,
  seller,
  management,
  demo,
}) => {
  const client = await registerExtension(management, { base_url: extension.baseUrl });
  const { offline } = await obtainTokens(request, seller, demo.company_id, client);
  const page = await plainPage(browser, demo, seller);
  await page.goto(extensionPath(demo.company_id, client));
  await page.getByRole("button", { name: "Remove" }).click();
  const dialog = page.getByRole("dialog", { name: /^Remove/ });
  await expect(dialog).toContainText("Its access stops immediately");
  expect((await listProducts(request, offline)).status()).toBe(200);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Its access has stopped.")).toBeVisible();
  expect((await listProducts(request, offline)).status()).toBe(401);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("The extension was notified and has confirmed it.")).toBeVisible({
      timeout: 1,
    });
  }).toPass();
  expect(extension.received.map(({ path }) => path)).toEqual(["/fp/uninstall"]);
  await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(0);
  await page.context().close();
});

test("retries a failed removal notice, and shows the seller when", async ({
  sellerPage: page,
  request,
  seller,
  management,
  demo,
}) => {
  extension.status = 500;
  const client = await registerExtension(management, { base_url: extension.baseUrl });
  await obtainTokens(request, seller, demo.company_id, client);
  await page.goto(extensionPath(demo.company_id, client));
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("Its server answered with an error.")).toBeVisible({ timeout: 1 });
  }).toPass();
  await expect(page.getByText("We try again on")).toBeVisible();
  await expectAccessible(page);
});

test("staff request two extensions, and an owner allows one and denies the other, without JavaScript", async ({
  browser,
  seller,
  staff,
  management,
  demo,
}) => {
  const path = `/company/${demo.company_id}/extensions`;
  const names = [`Asked for ${newId()}`, `Asked for ${newId()}`] as const;
  const asking = await plainPage(browser, demo, staff);
  for (const name of names) {
    const client = await registerExtension(management, { meta: { name } });
    await asking.goto(authorizePath(demo.company_id, client));
    await asking.getByRole("button", { name: "Ask them to allow it" }).click();
    await expect(asking.getByText("Your request was sent.")).toBeVisible();
    await expect(asking.getByRole("button", { name: "Ask them to allow it" })).toHaveCount(0);
  }
  await asking.goto(path);
  await expect(asking.getByText("Waiting for your answer")).toHaveCount(0);
  await asking.context().close();

  const deciding = await plainPage(browser, demo, seller);
  await deciding.goto(path);
  for (const [name, button, notice, rows] of [
    [names[0], /^Allow/, "You allowed it.", 1],
    [names[1], /^Don’t allow/, "You did not allow it.", 0],
  ] as const) {
    const question = deciding
      .getByRole("region", { name: "Waiting for your answer" })
      .getByRole("listitem")
      .filter({ has: deciding.getByRole("heading", { name }) });
    await expect(question).toContainText("verified");
    await question.locator("summary").click();
    await expect(question).toContainText("See products, prices and stock.");
    await question.getByRole("button", { name: button }).click();
    await expect(deciding.getByText(notice)).toBeVisible();
    await expect(question).toHaveCount(0);
    await expect(deciding.getByRole("link", { name, exact: true })).toHaveCount(rows);
  }
  await deciding.context().close();
});

/** A page for a person whose browser runs no scripts. */
async function plainPage(
  browser: Browser,
  { base_url: baseURL }: DemoFile,
  person: APIRequestContext,
) {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await adoptSession(page, person);
  return page;
}

function extensionPath(companyId: number, { clientId }: ExtensionClient): string {
  return `/company/${companyId}/extensions/${clientId}`;
}
