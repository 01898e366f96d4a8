import type { Page } from "@playwright/test";
import { patchClient } from "@/lib/clients/write-clients";
import { db } from "@/lib/core/db/client";
import { button, dialog, openClient } from "@/test/browser/console-parts";
import { expectAccessible } from "@/test/browser/expect-accessible";
import { SCRIPTS } from "@/test/browser/hold-requests";
import { expect, test } from "@/test/browser/test";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** In pixels. */
const TWO_LINES = 48;
const SCOPES = ["company/products/read", "company/orders/read"];

/** Where unsaved changes are named and saved. */
const bar = (page: Page) => page.getByRole("region", { name: "Unsaved changes" });

async function save(page: Page) {
  await button(page, "Save").click();
  await expect(bar(page)).toContainText("Saved.");
}

test("compares a rejected URL with each registered one", async ({ page, database: _ }) => {
  await openClient(page, "/configuration", "auditor");
  const field = page.getByLabel("A rejected URL");
  await field.fill("https://shipfast.example.com/fp/Auth");
  await button(page, "Compare").click();
  await expect(page.getByRole("status").filter({ hasText: "matches no" })).toContainText(
    /upper and lower case of the path/i,
  );
  await expectAccessible(page);
  await field.fill("https://shipfast.example.com/fp/auth");
  await button(page, "Compare").click();
  await expect(
    page.getByText("It matches a registered URL, so authorize accepts it."),
  ).toBeVisible();
  expect(page.url()).not.toContain("Auth");
});

test("compares a manifest with the form, applies it, and saves it", async ({
  page,
  database: _,
}) => {
  await openClient(page, "/configuration", "developer");
  await button(page, "Import a manifest").click();
  const pasted = page.getByLabel("Or paste it");
  await pasted.fill('{"latchkey_manifest": 1, "access_token_lifetime": 1, "secret": "x"}');
  const denial = page.getByRole("alert").filter({ hasText: "cannot be used" });
  await expect(denial).toContainText("access_token_lifetime: It must be a whole number");
  await expect(denial).toContainText("secret: Manifests do not have this field.");
  await expectAccessible(page);

  await pasted.fill('{"latchkey_manifest": 1, "require_pkce": true, "meta": {"tags": ["new"]}}');
  await expect(page.getByRole("rowheader", { name: "Tags" })).toBeVisible();
  await button(page, "Apply to the form").click();
  await expect(bar(page)).toContainText("2 changes:");
  await button(page, "Show as API call").click();
  await expect(page.getByText(`-H 'If-Match: "2"'`)).toBeVisible();
  await save(page);
  await page.reload();
  await expect(page.getByLabel("Tags")).toHaveValue("new");
});

test("the manifest of a client fills the form for a new one", async ({ page, database: _ }) => {
  const { home } = await openClient(page, "/configuration", "developer");
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download manifest" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.manifest\.json$/);

  await page.goto(`${home}/clients/new`);
  await button(page, "Import a manifest").click();
  await page.getByLabel("From a file").setInputFiles(await download.path());
  await button(page, "Apply to the form").click();
  await page.getByText("Show as API call").click();
  await expect(page.getByText("curl -X POST")).toBeVisible();
  await button(page, "Create extension").click();
  await expect(page.getByRole("heading", { name: "Shipfast was created" })).toBeVisible();
});

test("parts of the configuration that load later push nothing down", async ({
  page,
  database: _,
}) => {
  await openClient(page, "/configuration", "developer");
  const recordAt = async () => (await page.locator("#record").boundingBox())?.y ?? Number.NaN;
  await page.route(SCRIPTS, (route) => route.abort());
  await page.reload();
  const before = await recordAt();
  await page.unroute(SCRIPTS);
  await page.reload();
  await expect(page.getByLabel("Search scopes")).toBeVisible();
  await expect(page.getByText("Import a manifest")).toBeVisible();
  expect(Math.abs((await recordAt()) - before)).toBeLessThan(TWO_LINES);
});

test("a change is named in the bar, saved on the page, and undone", async ({
  page,
  database: _,
}) => {
  const { client, path } = await openClient(page, "/configuration", "developer");
  await expect(bar(page)).toHaveCount(0);
  await page.getByLabel("Offline access token").fill("900");
  const url = (row: number) => page.getByLabel(`Redirect URL ${row}`, { exact: true });
  await button(page, "Add a URL").click();
  await url(2).evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", "https://a.example.com/fp/auth\nhttp://b.example.com/fp/auth");
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  });
  await expect(url(3)).toHaveValue("http://b.example.com/fp/auth");
  await expect(bar(page)).toContainText(
    "2 changes: Redirect URLs +2, Offline access token 1 hour → 15 minutes",
  );
  await button(page, "Save").click();
  await expect(url(3)).toBeFocused();
  await expect(url(3)).toHaveAccessibleDescription(/must use https/);
  await expect(url(2)).not.toHaveAttribute("aria-invalid");
  await expectAccessible(page);
  await url(3).fill("https://b.example.com/fp/auth");
  await expect(url(3)).not.toHaveAttribute("aria-invalid");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(bar(page)).toContainText("Saved.");
  await expect(page).toHaveURL(`${path}/configuration`);
  const read = () => db().client.findUniqueOrThrow({ where: { clientId: client.clientId } });
  const saved = await read();
  expect(saved.accessTokenLifetime).toBe(900);
  expect(saved.redirectUrls).toHaveLength(3);

  await button(page, "Undo").click();
  await expect(bar(page)).toContainText("Undone.");
  await expect(url(2)).toHaveCount(0);
  const undone = await read();
  expect(undone.accessTokenLifetime).toBe(3600);
  expect(undone.redirectUrls).toEqual(saved.redirectUrls.slice(0, 1));
});

test("an earlier version is compared with the present one and restored, but not over a change", async ({
  page,
  database: _,
}) => {
  const { client, organizationId } = await openClient(page, "/configuration");
  const where = { clientId: client.clientId };
  const lifetime = async () => (await db().client.findUniqueOrThrow({ where })).accessTokenLifetime;
  for (const seconds of ["900", "300"]) {
    await page.getByLabel("Offline access token").fill(seconds);
    await save(page);
  }
  await page.getByRole("link", { name: "Versions" }).click();
  await page.getByRole("link", { name: /from “1 hour” to “15 minutes”/ }).click();
  await expect(page.getByRole("row").nth(1)).toContainText(/15 minutes.*5 minutes/);
  await button(page, "Restore").click();
  await expect(dialog(page).getByRole("row").last()).toContainText(/5 minutes.*15 minutes/);
  await expectAccessible(page);
  const address = patchClient.path.replace("{organization_id}", organizationId);
  await page.request.patch(address.replace("{client_id}", client.clientId), {
    data: { require_pkce: true },
    headers: { origin: new URL(page.url()).origin },
  });
  await dialog(page).getByRole("button", { name: "Restore" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("Someone else changed this");
  await button(page, "Show the current state").click();
  await expect(page.getByRole("link", { name: /turned on “Require PKCE”/ })).toBeVisible();
  expect(await lifetime()).toBe(300);
  await button(page, "Restore").click();
  await dialog(page).getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("The version is restored.")).toBeVisible();
  await expect(
    page.getByRole("link", { name: /lifetime from “5 minutes” to “15 minutes”/ }),
  ).toBeVisible();
  expect(await lifetime()).toBe(900);
});

test("scopes show their calls, those that are unused, and what the catalogue lacks", async ({
  page,
  database: _,
}) => {
  const { client } = await openClient(page, "/configuration", "developer");
  await db().client.update({
    where: { clientId: client.clientId },
    data: { createdAt: new Date("2026-01-01"), scopes: [...SCOPES, "own/scope"] },
  });
  await page.reload();
  const scopes = page.getByRole("region", { name: "Scopes" });
  await expect(scopes.getByText("unused 30 d")).toHaveCount(3);
  await button(page, "Remove company/orders/read").click();
  await expect(bar(page)).toContainText("1 change: Scopes −1");
  await button(page, "Discard").click();
  await expect(bar(page)).toHaveCount(0);
  await expect(scopes.getByText("unused 30 d")).toHaveCount(3);
});
