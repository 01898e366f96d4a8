import type { Page } from "@playwright/test";
import { become } from "@/test/browser/become";
import { expectAccessible } from "@/test/browser/expect-accessible";
import { adoptSession, test as base, expect } from "@/test/browser/test";
import { mintClient, mintOrganization } from "@/test/factories/mint";
import { denial, mintEvents } from "@/test/factories/mint-events";
import { mintOperator } from "@/test/factories/mint-platform";
import { storedCalls } from "@/test/requests/api-calls";
import { type ExtensionClient, registerExtension } from "@/test/requests/http/extension-client";
import { listProducts, PRODUCTS_PATH } from "@/test/requests/http/list-products";
import { openAuthorize } from "@/test/requests/http/obtain-code";
import { obtainTokens } from "@/test/requests/http/obtain-tokens";
import { companyOauth, postToken } from "@/test/requests/http/post-token";
import { shellArguments } from "@/test/requests/shell-arguments";

type LogFixtures = {
  client: ExtensionClient;
  clientPath: string;
  /** Lists products with a token of the client. Returns the request's id. */
  call(): Promise<string>;
  /** The id of a token request that was denied, as its code was none. */
  deniedId: string;
  /** Sends an authorize request with this redirect URL. Returns the status. */
  authorize(redirectUrl: string): Promise<number>;
};

const test = base.extend<LogFixtures>({
  client: async ({ management }, use) => use(await registerExtension(management)),
  clientPath: async ({ demo, client }, use) =>
    use(`/organization/${demo.organization_id}/clients/${client.clientId}`),
  call: async ({ request, seller, demo, client }, use) => {
    const { offline } = await obtainTokens(request, seller, demo.company_id, client);
    await use(async () => (await listProducts(request, offline)).headers()["x-request-id"] ?? "");
  },
  deniedId: async ({ request, demo, client }, use) => {
    const answer = await postToken(request, `${companyOauth(demo.company_id)}/token`, {
      client,
      json: { grant_type: "authorization_code", code: "not-a-code" },
    });
    expect(answer.ok()).toBe(false);
    await use((await answer.json()).request_id);
  },
  authorize: ({ seller, demo, client }, use) =>
    use(async (redirectUrl) => {
      const query = { redirect_uri: redirectUrl };
      return (
        await openAuthorize(seller, { companyId: demo.company_id, ...client, query })
      ).status();
    }),
});

test.use({
  contextOptions: { reducedMotion: "reduce" },
  permissions: ["clipboard-read", "clipboard-write"],
});

test.beforeEach(({ page, admin }) => adoptSession(page, admin));

const table = (page: Page) => page.getByRole("table", { name: "Requests, newest first" });
const links = (page: Page) => table(page).getByRole("link");
const rows = (page: Page) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("link") });
const drawer = (page: Page) => page.getByRole("dialog", { name: /^Request / });
const live = (page: Page) => page.getByText("Live", { exact: true });

test("a call appears within a second, in the client's requests and in those of the organization", async ({
  page,
  context,
  demo,
  client,
  clientPath,
  call: listOnce,
}) => {
  const organization = `/organization/${demo.organization_id}`;
  const all = await context.newPage();
  await all.goto(`${organization}/requests?kind=call&client_id=${client.clientId}`);
  await page.goto(`${clientPath}/requests?kind=call`);
  for (const shown of [all, page]) {
    await expect(live(shown)).toBeVisible();
    await expect(rows(shown)).toHaveCount(0);
  }
  const delays: number[] = [];
  for (let call = 1; call <= 5; call += 1) {
    // The browser's clock starts when the answer is there and stops when the row is in the page.
    const appeared = page.evaluate(
      (count) =>
        new Promise<number>((resolve) => {
          const look = () => {
            if (document.querySelectorAll("table [data-row-link]").length < count) return;
            watching.disconnect();
            resolve(Date.now());
          };
          const watching = new MutationObserver(look);
          watching.observe(document.body, { childList: true, subtree: true });
          look();
        }),
      call,
    );
    const begin = Date.now();
    await listOnce();
    delays.push((await appeared) - begin);
  }
  const median = delays.toSorted((one, other) => one - other)[2] ?? Number.POSITIVE_INFINITY;
  expect(median).toBeLessThan(1_000);
  await expect(rows(all)).toHaveCount(5);
  await expect(rows(page).first()).toContainText(/200.*\/products\//);
});

test("after live requests returned 503, the list has every call once, including those made meanwhile", async ({
  page,
  context,
  client,
  clientPath,
  call,
  database: _,
}) => {
  const address = "**/requests/live*";
  await context.route(address, (route) =>
    route.fulfill({ status: 503, headers: { "retry-after": "10" }, body: "{}" }),
  );
  await page.goto(`${clientPath}/requests?kind=call`);
  await expect(page.getByText(/^Reconnecting…/)).toBeVisible();
  const meanwhile = [await call(), await call()];
  await expect.poll(() => storedCalls(client.clientId)).toHaveLength(2);
  await context.unroute(address);
  await expect(live(page)).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  const later = await call();
  await expect(rows(page)).toHaveCount(3);
  for (const [at, id] of [later, ...meanwhile.toReversed()].entries()) {
    await expect(links(page).nth(at)).toHaveAttribute("href", new RegExp(`request=${id}`));
  }
});

test("a developer searches while typing, filters by denials and by cause, and exports what is shown", async ({
  page,
  clientPath,
  call,
  deniedId,
}) => {
  const calledId = await call();
  const path = `${clientPath}/requests`;
  await page.goto(path);
  await expect(rows(page).filter({ hasText: "Not a code of ours" })).toHaveCount(1);
  for (const text of [calledId, PRODUCTS_PATH]) {
    await page.getByRole("searchbox").fill(text);
    await expect(page).toHaveURL(new RegExp(`q=${encodeURIComponent(text)}`));
    await expect(rows(page)).toHaveCount(1);
  }
  await page.goto(path);
  await page.getByRole("link", { name: /^Denied/ }).click();
  await expect(page).toHaveURL(/denied=true/);
  await expect(rows(page)).toHaveCount(1);
  const href = await page.getByRole("link", { name: "Export" }).getAttribute("href");
  const exported = await (await page.request.get(href ?? "")).text();
  expect(exported).toContain(deniedId);
  expect(exported).not.toContain(calledId);
  await page.goto(path);
  await page.getByRole("list", { name: "Legend" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/check=code_form/);
  await expect(rows(page)).toHaveCount(1);
});

test("a request opens by its address, the palette, and an error's link, without a secret", async ({
  page,
  seller,
  client,
  clientPath,
  deniedId,
}) => {
  await page.goto(`${clientPath}/requests?request=${deniedId}`);
  for (const text of ["Not a code of ours", "Likely fix", "authorization_code"]) {
    await expect(drawer(page)).toContainText(text);
  }
  expect(await page.content()).not.toContain(client.clientSecret);
  await page.keyboard.press("Escape");
  await expect(drawer(page)).toHaveCount(0);
  await expect(page).toHaveURL(`${clientPath}/requests`);

  await page.keyboard.press("Control+K");
  await page.getByRole("combobox", { name: "Search or jump" }).fill(deniedId);
  await page.keyboard.press("Enter");
  await expect(drawer(page)).toContainText("invalid_grant");
  const explanation = `/errors/invalid_grant?request_id=${deniedId}`;
  await page.goto(explanation);
  await expect(drawer(page)).toContainText("invalid_grant");
  const stranger = await seller.get(explanation);
  expect(stranger.url()).toContain("/errors/");
  expect(await stranger.text()).not.toContain(client.clientId);
});

test("a fix shows the host of a redirect URL and adds it with one click", async ({
  page,
  clientPath,
  authorize,
}) => {
  const url = "https://other.example.com/fp/auth";
  expect(await authorize(url)).toBe(400);
  await page.goto(`${clientPath}/requests`);
  await rows(page).first().click();
  await expect(drawer(page).locator("strong")).toHaveText("other.example.com");
  await drawer(page).getByRole("button", { name: "Add this redirect URL" }).click();
  await expect(drawer(page)).toContainText("Saved. The next request passes this check.");
  expect(await authorize(url)).not.toBe(400);
});

test("security 122: the copied curl command sends a stranger's redirect_uri and runs nothing", async ({
  page,
  clientPath,
  authorize,
}) => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's syntax.
  const url = "https://shipfast.example/fp/auth/$(touch${IFS}created)`touch created`!x'";
  expect(await authorize(url)).toBe(400);
  await page.goto(`${clientPath}/requests`);
  await rows(page).first().click();
  await drawer(page).getByRole("button", { name: "Copy as curl" }).click();
  await expect(drawer(page).getByText("request as curl: copied")).toHaveCount(1);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const [args] = shellArguments([copied]);
  expect(args).toContain(`redirect_uri=${url}`);
});

test("arrow keys move through the list and the drawer, Enter opens, and Escape goes back", async ({
  page,
  database: _,
}) => {
  const { organizationId, owner } = await mintOrganization();
  const { clientId } = await mintClient(organizationId);
  const at = (seconds: number) => new Date(Date.now() - seconds * 1_000);
  await mintEvents(clientId, [
    denial("invalid_grant", { requestId: "first-request", createdAt: at(1) }),
    denial("invalid_client", { requestId: "second-request", createdAt: at(2) }),
  ]);
  await become(page, owner);
  await page.goto(`/organization/${organizationId}/requests`);
  await expect(live(page)).toBeVisible();
  await links(page).first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(links(page).nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Request second-request" })).toBeVisible();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("dialog", { name: "Request first-request" })).toBeVisible();
  await expect(page).toHaveURL(/request=first-request/);
  await page.keyboard.press("Escape");
  await expect(links(page).nth(1)).toBeFocused();
});

test("an operator opens a request of any organization, and a member one of their own only", async ({
  page,
  deniedId,
  database: _,
}) => {
  await become(page, await mintOperator("support"));
  await page.goto(`/requests/${deniedId}`);
  await expect(page).toHaveURL(`/platform/requests?request=${deniedId}`);
  await expect(drawer(page)).toContainText("invalid_grant");
  await expectAccessible(page);

  const { organizationId, owner } = await mintOrganization();
  await become(page, owner);
  expect((await page.goto(`/requests/${deniedId}`))?.status()).toBe(404);
  await page.goto(`/organization/${organizationId}/requests?request=${deniedId}`);
  await expect(drawer(page)).toContainText("There is no such request here");
});

test("50 requests take less than 2,000 px, 20 failures less than 800 px, and a phone 3,500 px", async ({
  page,
  database: _,
}) => {
  const { organizationId, owner } = await mintOrganization();
  const { clientId } = await mintClient(organizationId);
  const midnight = new Date().setUTCHours(0, 0, 0, 0);
  const checks = ["code_form", "code_known", "code_fresh", "company"];
  const events = Array.from({ length: 50 }, (_each, at) => {
    const createdAt = new Date(midnight - at * 1_000);
    const check = checks[at % checks.length] ?? null;
    return at < 20 ? denial("invalid_grant", { check, createdAt }) : { createdAt };
  });
  await mintEvents(clientId, events);
  await become(page, owner);
  const path = `/organization/${organizationId}/requests`;
  for (const [query, most] of [
    ["", 2_000],
    ["?denied=true", 800],
  ] as const) {
    await page.goto(path + query);
    await expect(rows(page)).toHaveCount(query ? 20 : 50);
    expect((await table(page).locator("tbody").last().boundingBox())?.height).toBeLessThan(most);
  }
  const content = await page.locator("main section").first().boundingBox();
  expect(content?.y).toBeLessThan(240);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(path);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3_500);
});
