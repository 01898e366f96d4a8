import type { Page } from "@playwright/test";
import { db } from "@/lib/core/db/client";
import type { OrganizationRole } from "@/lib/core/permissions";
import { become } from "@/test/browser/become";
import { hydrated } from "@/test/browser/console-parts";
import { expectAccessible } from "@/test/browser/expect-accessible";
import { SCRIPTS } from "@/test/browser/hold-scripts";
import { tabTo } from "@/test/browser/tab-to";
import { expect, test } from "@/test/browser/test";
import {
  MINTED_PASSWORD,
  type MintedClient,
  mintClient,
  mintCompany,
  mintGrant,
  mintMember,
  mintOrganization,
  mintSecret,
} from "@/test/factories/mint";
import { denial, mintEvents } from "@/test/factories/mint-events";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const HOUR_MS = 3_600_000;
/** In pixels. */
const TWO_LINES = 48;
const SCOPES = ["company/products/read", "company/orders/read", "own/scope"];

/** A client in its own organization, and a member with that role in the browser. */
async function openClient(page: Page, role: OrganizationRole = "admin") {
  const { organizationId } = await mintOrganization();
  const client = await mintClient(organizationId, { name: "Shipfast", scopes: SCOPES });
  await become(page, await mintMember(organizationId, role));
  const path = `/organization/${organizationId}/clients/${client.clientId}`;
  return { organizationId, client, path };
}

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** When and from where a secret was last used. */
async function use(secretId: string, hoursAgo: number) {
  const lastUsedAt = new Date(Date.now() - hoursAgo * HOUR_MS);
  await db().clientSecret.update({
    where: { id: secretId },
    data: { lastUsedAt, lastUsedFrom: "203.0.113.7" },
  });
}

const tabs = [
  ["Overview", "", "At a glance"],
  ["Configuration", "/configuration", "URLs"],
  ["Companies", "/companies", "Companies"],
  ["Credentials and quick start", "/credentials", "Credentials"],
] as const;

/** Changes what the form holds, and says whether the bar offers to save it. */
const bar = (page: Page) => page.getByRole("region", { name: "Unsaved changes" });

async function save(page: Page) {
  await button(page, "Save").click();
  await expect(bar(page)).toContainText("Saved.");
}

test("the tabs are links that work without JavaScript, and mark the current one", async ({
  browser,
  demo,
  database: _,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: demo.base_url });
  const page = await context.newPage();
  const { path } = await openClient(page);
  await page.goto(path);
  const nav = page.getByRole("navigation", { name: "Client", exact: true });
  for (const [label, segment, heading] of tabs) {
    await nav.getByRole("link", { name: label, exact: true }).click();
    await expect(page).toHaveURL(`${path}${segment}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Shipfast");
    await expect(page.getByRole("heading", { level: 2, name: heading })).toBeVisible();
    await expect(nav.locator("[aria-current=page]")).toHaveText(label);
  }
  await context.close();
});

test("a reader without audit permission finds no history and no way to make changes", async ({
  page,
  database: _,
}) => {
  const { path, organizationId } = await openClient(page, "auditor");
  const history = page.getByRole("link", { name: "History" });
  await page.goto(`${path}/configuration`);
  await expect(history).toHaveAttribute("href", `${path}/audit`);
  await expect(page.getByLabel("Name", { exact: true })).toBeDisabled();
  for (const [, segment] of tabs) {
    await page.goto(`${path}${segment}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("button", { name: /Rotate|Reveal|Revoke|Delete/ })).toHaveCount(0);
  }
  await become(page, await mintMember(organizationId, "developer"));
  await page.goto(`${path}/configuration`);
  await expect(page.getByLabel("Name", { exact: true })).toBeEnabled();
  await expect(history).toHaveCount(0);
});

for (const [label, segment] of tabs) {
  test(`the tab ${label} is accessible`, async ({ page, database: _ }) => {
    const { client, path } = await openClient(page);
    const { companyId } = await mintCompany();
    await mintGrant(client.clientId, companyId, SCOPES);
    await mintSecret(client.clientId);
    await db().client.update({
      where: { clientId: client.clientId },
      data: {
        createdAt: new Date("2026-01-01"),
        redirectUrls: [`https://${"long-".repeat(10)}name.example.com/${"path/".repeat(40)}`],
      },
    });
    await page.goto(`${path}${segment}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page);
  });
}

test("a client's overview and its requests show the same figures", async ({
  page,
  database: _,
}) => {
  const { client, path } = await openClient(page, "developer");
  await mintEvents(client.clientId, [{}, {}, {}, denial("invalid_grant")]);
  await page.goto(path);
  const figures = page.getByRole("region", { name: "Figures" });
  await expect(figures).toContainText("75%");
  const overview = await figures.textContent();
  await page.goto(`${path}/requests`);
  await expect(figures).toHaveText(overview ?? "");
});

test("revealing a secret requires the password, and the panel can hide it again", async ({
  page,
  database: _,
}) => {
  const { client, path } = await openClient(page);
  await page.goto(`${path}/credentials`);
  const reveal = page.getByRole("button", { name: /^Reveal the secret/ });
  await reveal.click();
  await dialog(page).getByLabel("Your password").fill("not the password");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText("This is not your password.")).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByLabel("Your password").fill(MINTED_PASSWORD);
  await page.keyboard.press("Enter");

  const panel = page.getByRole("region", { name: /^The secret that ends with/ });
  await expect(panel.getByText(client.clientSecret, { exact: true })).toBeVisible();
  await panel.getByRole("tab", { name: "Kubernetes" }).click();
  await expect(panel).toContainText("kind: Secret");
  await expect(panel).toContainText(`EXTENSION_API_SECRET: "${client.clientSecret}"`);
  await expectAccessible(page);
  await button(page, "Hide it again").click();
  await expect(reveal).toBeVisible();
  expect(await page.content()).not.toContain(client.clientSecret);
});

test("guides a rotation from the new secret to revoking the old one", async ({
  page,
  database: _,
}) => {
  const { client, path } = await openClient(page, "developer");
  await page.goto(`${path}/credentials`);
  await button(page, "Rotate secret").click();
  await dialog(page).getByLabel("Keep current secrets valid for").selectOption("604800");
  await dialog(page).getByText("Show as API call").click();
  await expect(dialog(page)).toContainText('"overlap_seconds": 604800');
  await button(page, "Create a new secret").click();
  await page.getByLabel("I have stored the secret").check();
  await button(page, "Done").click();

  const step = page.getByRole("region", { name: "Rotation" }).locator("[aria-current=step]");
  await expect(step).toContainText("Use the new secret");
  const newSecret = await db().clientSecret.findFirstOrThrow({
    where: { clientId: client.clientId, id: { not: client.secretId } },
  });
  await use(newSecret.id, 0);
  await use(client.secretId, 3);
  await page.reload();
  await expect(step).toContainText("was last used 3 hours ago from 203.0.113.7");

  await use(client.secretId, 25);
  await page.reload();
  await expect(step).toContainText("it is safe to revoke");
  await page.getByRole("button", { name: /^Revoke the old secret/ }).click();
  await expect(dialog(page)).toContainText("Live tokens");
  await button(page, "Revoke secret").click();
  await expect(page.getByRole("region", { name: "Rotation" })).toHaveCount(0);
  const old = await db().clientSecret.findUniqueOrThrow({ where: { id: client.secretId } });
  expect(old.revokedAt).not.toBeNull();
});

test("compares a rejected URL with each registered one", async ({ page, database: _ }) => {
  const { path } = await openClient(page, "auditor");
  await page.goto(`${path}/configuration`);
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

test("shows who is affected before a client is deactivated", async ({ page, database: _ }) => {
  const { client, path } = await openClient(page, "developer");
  const { companyId } = await mintCompany();
  await mintGrant(client.clientId, companyId, SCOPES);
  await page.goto(`${path}/configuration`);
  await button(page, "Deactivate").click();
  await expect(dialog(page)).toContainText("Blue Lotus Sarees");
  await dialog(page).getByText("Show as API call").click();
  await expect(dialog(page)).toContainText(`If-Match: "1"`);
  await expectAccessible(page);
  await button(page, "Deactivate client").click();
  await expect(page.getByText("Inactive", { exact: true })).toBeVisible();

  await button(page, "Delete").click();
  await expect(button(page, "Delete client")).toBeDisabled();
  await dialog(page).getByLabel("Type Shipfast to confirm").fill("Shipfast");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/view=deleted/);
  await expect(page.getByText("Shipfast").first()).toBeVisible();
});

test("compares a manifest with the form, applies it, and saves it", async ({
  page,
  database: _,
}) => {
  const { client, path } = await openClient(page, "developer");
  await page.goto(`${path}/configuration`);
  await page.getByText("Import a manifest").click();
  const pasted = page.getByLabel("Or paste it");
  const compare = button(page, "Compare with the form");
  await pasted.fill('{"latchkey_manifest": 1, "access_token_lifetime": 1, "secret": "x"}');
  await compare.click();
  const denial = page.getByRole("alert").filter({ hasText: "cannot be used" });
  await expect(denial).toContainText("access_token_lifetime: It must be a whole number");
  await expect(denial).toContainText("secret: Manifests do not have this field.");
  await expectAccessible(page);

  await pasted.fill('{"latchkey_manifest": 1, "require_pkce": true, "meta": {"tags": ["new"]}}');
  await compare.click();
  await expect(page.getByRole("rowheader", { name: "Tags" })).toBeVisible();
  await button(page, "Apply to the form").click();
  await expect(bar(page)).toContainText("2 changes:");
  await button(page, "Show as API call").click();
  await expect(page.getByText(`-H 'If-Match: "2"'`)).toBeVisible();
  await save(page);
  const row = await db().client.findUniqueOrThrow({ where: { clientId: client.clientId } });
  expect(row).toMatchObject({ requirePkce: true, tags: ["new"], name: "Shipfast", version: 3 });
});

test("a manifest file fills the form for a new client, and each client offers its own manifest", async ({
  page,
  database: _,
}) => {
  const { organizationId, path } = await openClient(page, "developer");
  await page.goto(`${path}/configuration`);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download manifest" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.manifest\.json$/);

  await page.goto(`/organization/${organizationId}/clients/new`);
  await page.getByText("Import a manifest").click();
  await page.getByLabel("From a file").setInputFiles(await download.path());
  await button(page, "Compare with the form").click();
  await button(page, "Apply to the form").click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Shipfast");
  await page.getByText("Show as API call").click();
  await expect(page.getByText("curl -X POST")).toBeVisible();
  await button(page, "Create client").click();
  await expect(page.getByRole("heading", { name: "Shipfast was created" })).toBeVisible();
  expect(await db().client.count({ where: { organizationId, name: "Shipfast" } })).toBe(2);
});

test("parts of the configuration that load later push nothing down", async ({
  page,
  database: _,
}) => {
  const { path } = await openClient(page, "developer");
  const recordAt = async () => (await page.locator("#record").boundingBox())?.y ?? Number.NaN;
  await page.route(SCRIPTS, (route) => route.abort());
  await page.goto(`${path}/configuration`);
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
  const { client, path } = await openClient(page, "developer");
  await page.goto(`${path}/configuration`);
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
  await save(page);
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

test("scopes show their calls, those that are unused, and what the catalogue lacks", async ({
  page,
  database: _,
}) => {
  const { client, path } = await openClient(page, "developer");
  await db().client.update({
    where: { clientId: client.clientId },
    data: { createdAt: new Date("2026-01-01") },
  });
  await page.goto(`${path}/configuration#scopes`);
  const scopes = page.getByRole("region", { name: "Scopes" });
  await expect(scopes.getByText("unused 30 d")).toHaveCount(3);
  await button(page, "Remove company/orders/read").click();
  await expect(bar(page)).toContainText("1 change: Scopes −1");
  await button(page, "Discard").click();
  await expect(bar(page)).toHaveCount(0);
  await expect(scopes.getByText("unused 30 d")).toHaveCount(3);
});

test("a draft is installed by the companies that its configuration names", async ({
  page,
  database: _,
}) => {
  const { client, path } = await openClient(page, "developer");
  await page.goto(`${path}/configuration`);
  await hydrated(page);
  await page.getByLabel("Listing", { exact: true }).selectOption("draft");
  await page.getByLabel("Companies with access").fill("4711, x");
  await button(page, "Save").click();
  await expect(page.getByText("Enter company ids, such as 4711, 4712.")).toBeVisible();
  await page.getByLabel("Companies with access").fill("4711, 4712");
  await save(page);
  const companies = await db().clientDraftCompany.count({ where: { clientId: client.clientId } });
  expect(companies).toBe(2);
});

test("former addresses lead to the section that replaced them", async ({ page, database: _ }) => {
  const { path } = await openClient(page);
  for (const [former, section] of [
    ["/edit", ""],
    ["/redirect-urls", "#urls"],
    ["/scopes", "#scopes"],
    ["/lifetimes", "#tokens"],
  ]) {
    await page.goto(`${path}${former}`);
    await expect(page).toHaveURL(`${path}/configuration${section}`);
  }
});

test("when two admins edit a client at once, the second sees the first's changes and loses nothing", async ({
  page,
  browser,
  demo,
  database: _,
}) => {
  const { organizationId, client, path } = await openClient(page);
  const context = await browser.newContext({ baseURL: demo.base_url });
  const other = await context.newPage();
  await become(other, await mintMember(organizationId, "admin"));
  for (const admin of [page, other]) await admin.goto(`${path}/configuration`);

  await other.getByLabel("Tags").fill("theirs");
  await other.getByLabel("Description").fill("Theirs.");
  await save(other);
  await page.getByLabel("Description").fill("Mine.");
  await button(page, "Save").click();
  const notice = page.getByRole("status").filter({ hasText: "Someone else changed this client" });
  await expect(notice).toContainText("theirs");
  await notice.getByLabel("Yours").check();
  await expectAccessible(page);
  await button(page, "Keep both changes").click();
  await expect(page.getByLabel("Tags")).toHaveValue("theirs");
  await save(page);
  const row = await db().client.findUniqueOrThrow({ where: { clientId: client.clientId } });
  expect(row).toMatchObject({ tags: ["theirs"], description: "Mine." });
  await context.close();
});

test("by keyboard: the tabs lead to the secret, which can be rotated", async ({
  page,
  database: _,
}) => {
  const { client, path } = await openClient(page, "developer");
  await page.goto(path);
  await tabTo(page, page.getByRole("link", { name: "Credentials and quick start" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${path}/credentials`);
  await tabTo(page, button(page, "Rotate secret"));
  await page.keyboard.press("Enter");
  await tabTo(page, button(page, "Create a new secret"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "The new secret" })).toBeFocused();
  await tabTo(page, page.getByLabel("I have stored the secret"));
  await page.keyboard.press("Space");
  await tabTo(page, button(page, "Done"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Rotation" })).toBeVisible();
  expect(await liveSecrets(client)).toBe(2);
});

test("another organization's client has no pages, and its organization no frame", async ({
  page,
  database: _,
}) => {
  const { organizationId, path } = await openClient(page);
  await become(page, (await mintOrganization()).owner);
  for (const [, segment] of tabs) {
    const answer = await page.goto(`${path}${segment}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "This page does not exist" })).toBeVisible();
    await expect(page.locator(`a[href*="${organizationId}"]`)).toHaveCount(0);
  }
});

function liveSecrets({ clientId }: MintedClient): Promise<number> {
  return db().clientSecret.count({ where: { clientId, revokedAt: null } });
}
