import type { APIRequestContext, Page } from "@playwright/test";
import { pressOn, writeInto } from "@/test/browser/by-keyboard";
import { givePassword } from "@/test/browser/people-parts";
import type { SampleExtension } from "@/test/browser/sample-extension";
import { test as base, expect } from "@/test/browser/test";
import { callersOf } from "@/test/requests/api-calls";
import { basic } from "@/test/requests/http/post-token";

const PRODUCTS = "company/products/read";
const ORDERS = "company/orders/read";
const PROFILE = "company/profile";
const SCOPES = [PRODUCTS, PROFILE];

/** With an extension that runs. */
const test = base.extend<{ extension: SampleExtension }>({
  extension: async ({ sampleExtension }, use) => {
    const extension = await sampleExtension(SCOPES);
    await extension.start({ scopes: SCOPES });
    await use(extension);
  },
});

/** What the extension's own API reports about its tokens. */
type TokenState = { kind: string; masked: string; user: string | null; scope: string[] };

test("an extension calls the API as both users, refreshes its token, and forgets it once removed", async ({
  sellerPage: page,
  request,
  extension,
  management,
  demo,
  database: _,
}) => {
  await install(page, extension, demo.company_id);
  await expect(page.locator("[data-token=offline]")).toContainText("valid");
  await expect(page.locator("[data-token=online]")).toContainText("Olu Adeyemi");

  for (const kind of ["offline", "online"]) {
    await page.getByRole("button", { name: `Call products with the ${kind} token` }).click();
    await expect(page.locator("[data-status='200']")).toBeVisible();
    const rows = page.getByRole("region", { name: "Result" }).locator("tbody tr");
    await expect(rows).not.toHaveCount(0);
  }

  const registered = await (await management.call("GET", `/${extension.client.clientId}`)).json();
  await expect
    .poll(() => callersOf(extension.client.clientId))
    .toEqual([
      { callerKind: "system_user", systemUserId: registered.meta.user_id, user: null },
      { callerKind: "seller", systemUserId: null, user: "Olu Adeyemi" },
    ]);

  await page.getByRole("button", { name: "Refresh now" }).click();
  await expect(page.getByRole("status")).toContainText("Refreshed");
  // Without a browser's session, twice.
  const call = extensionApi(request, extension, demo.company_id);
  const { before, after } = await (await call("POST", "/api/refresh")).json();
  expect(after.masked).not.toBe(before.masked);
  expect((await call("GET", "/api/products?token=offline")).status()).toBe(200);
  expect((await call("POST", "/api/refresh")).status()).toBe(200);

  await page.goto(`/company/${demo.company_id}/extensions/${extension.client.clientId}`);
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page).toHaveURL(/removed=1/);
  await expect.poll(() => extension.received).toContain("POST /fp/uninstall");
  await expect
    .poll(async () => (await (await call("GET", "/api/state")).json()).tokens)
    .toEqual([]);
});

test("a new scope leads to the consent page, which shows what is added, kept, and given up", async ({
  sellerPage: page,
  request,
  management,
  sampleExtension,
  demo,
}) => {
  const extension = await sampleExtension([PRODUCTS, ORDERS, PROFILE]);
  await extension.start({ scopes: [PRODUCTS, PROFILE] });
  await install(page, extension, demo.company_id);

  const registered = { scopes: { permissions: [PRODUCTS, ORDERS] } };
  await management.call("PATCH", `/${extension.client.clientId}`, { data: registered });
  await extension.start({ scopes: [PRODUCTS, ORDERS] });
  await page.goto(extension.installAddress(demo.company_id));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    `${extension.name} wants to change what it may do in Acme Retail`,
  );
  const section = (heading: string) =>
    page.locator("section").filter({ has: page.getByRole("heading", { name: heading }) });
  await expect(section("It also asks to").getByRole("listitem")).toHaveText([/See orders/]);
  await expect(section("Given up: it can no longer").getByRole("listitem")).toHaveText([
    /See and change the company's profile/,
  ]);
  const keptScopes = page.locator("details").filter({ hasText: "Unchanged: 1 permission" });
  await expect(keptScopes.getByText("See products")).toBeHidden();
  await keptScopes.locator("summary").click();
  await expect(keptScopes.getByText("See products")).toBeVisible();

  await pressAllow(page);
  await expectLaunched(page, extension, demo.company_id);
  const call = extensionApi(request, extension, demo.company_id);
  const { tokens } = await (await call("GET", "/api/state")).json();
  expect(tokens.map((token: TokenState) => token.scope.toSorted())).toEqual([[ORDERS, PRODUCTS]]);
});

test("Don't allow ends on Latchkey's page without a call to the extension", async ({
  sellerPage: page,
  request,
  extension,
  demo,
}) => {
  await page.goto(extension.installAddress(demo.company_id));
  await page.getByRole("button", { name: "Don’t allow" }).click();

  await expect(page.getByRole("heading", { name: "Nothing was shared" })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(demo.base_url);
  // If anything had been forwarded, it would have arrived before this request.
  const call = extensionApi(request, extension, demo.company_id);
  expect((await (await call("GET", "/api/state")).json()).tokens).toEqual([]);
  expect(extension.received).toEqual(["GET /fp/install", "GET /api/state"]);
});

test("an extension in online access mode holds only the visitor's token", async ({
  sellerPage: page,
  extension,
  demo,
}) => {
  await extension.start({ scopes: SCOPES, accessMode: "online" });
  await install(page, extension, demo.company_id);
  const state = await page.request.get(
    `${extension.baseUrl}/api/state?company_id=${demo.company_id}`,
  );
  const { tokens } = await state.json();
  expect(tokens.map((token: TokenState) => [token.kind, token.user])).toEqual([
    ["online", "Olu Adeyemi"],
  ]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a seller signs in, allows, and arrives at the extension", async ({
    page,
    extension,
    demo,
  }) => {
    await page.goto(extension.installAddress(demo.company_id));
    await expect(page.getByText(`Sign in to continue with ${extension.name}`)).toBeVisible();
    await givePassword(page, demo.seller.email, demo.seller.password);
    await pressAllow(page);
    await expectLaunched(page, extension, demo.company_id);
  });
});

test("security 27: a seller installs an extension by keyboard, and Chromium launches it from then on", async ({
  page,
  extension,
  demo,
}) => {
  await page.goto("/sign-in");
  await writeInto(page, page.getByLabel("Email"), demo.seller.email);
  await writeInto(page, page.getByLabel("Password"), demo.seller.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/company/${demo.company_id}/extensions`);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await writeInto(page, page.getByRole("searchbox"), extension.name);
  await page.keyboard.press("Enter");
  // The link may also be on the page that is about to be replaced.
  await expect(page).toHaveURL(/q=/);
  await pressOn(page, page.getByRole("link", { name: `Install ${extension.name}` }));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    `${extension.name} wants to work with Acme Retail`,
  );
  await expect(page.getByText("See products, prices and stock.")).toBeVisible();
  await pressOn(page, page.getByRole("button", { name: "Allow access to Acme Retail" }));
  await expectLaunched(page, extension, demo.company_id);

  const visited: string[] = [];
  page.on("framenavigated", (frame) => visited.push(new URL(frame.url()).pathname));
  await page.goto(extension.installAddress(demo.company_id));
  await expectLaunched(page, extension, demo.company_id);
  expect(visited).toEqual(["/"]);
  await page.context().clearCookies();
  await page.goto(extension.installAddress(demo.company_id));
  await givePassword(page, demo.seller.email, demo.seller.password);
  await expectLaunched(page, extension, demo.company_id);
});

async function install(page: Page, extension: SampleExtension, companyId: number): Promise<void> {
  await page.goto(extension.installAddress(companyId));
  await pressAllow(page);
  await expectLaunched(page, extension, companyId);
}

async function pressAllow(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Allow access to/ }).click();
}

async function expectLaunched(
  page: Page,
  { baseUrl }: SampleExtension,
  companyId: number,
): Promise<void> {
  await expect(page).toHaveURL(`${baseUrl}/?company_id=${companyId}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    `Connected to company ${companyId}`,
  );
}

/** Calls the extension's own API as its operator. */
function extensionApi(request: APIRequestContext, extension: SampleExtension, companyId: number) {
  return (method: "GET" | "POST", path: string) => {
    const address = new URL(path, extension.baseUrl);
    address.searchParams.set("company_id", String(companyId));
    return request.fetch(address.href, {
      method,
      headers: { authorization: basic(extension.client) },
    });
  };
}
