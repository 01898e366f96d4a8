import type { APIRequestContext, Page } from "@playwright/test";
import { newId } from "@/lib/core/crypto/ids";
import { become } from "@/test/browser/become";
import { expectAccessible, expectAccessibleInBothThemes } from "@/test/browser/expect-accessible";
import { expectFits } from "@/test/browser/expect-fits";
import { adoptSession, expect, test } from "@/test/browser/test";
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

test.use({ contextOptions: { reducedMotion: "reduce" } });

test.beforeEach(({ page, admin }) => adoptSession(page, admin));

const rows = (page: Page) =>
  page.getByRole("list", { name: "Requests, newest first" }).getByRole("link");
const drawer = (page: Page) => page.getByRole("dialog", { name: /^Request / });
const live = (page: Page) => expect(page.getByText("Live", { exact: true })).toBeVisible();

test("a call appears within a second, in the client's requests and in those of the organization", async ({
  page,
  context,
  request,
  management,
  seller,
  demo,
}) => {
  const client = await registerExtension(management);
  const { offline } = await obtainTokens(request, seller, demo.company_id, client);
  const organization = `/organization/${demo.organization_id}`;
  const all = await context.newPage();
  for (const [shown, path] of [
    [all, `${organization}/requests?kind=call&client_id=${client.clientId}`],
    [page, `${organization}/clients/${client.clientId}/requests?kind=call`],
  ] as const) {
    await shown.goto(path);
    await live(shown);
    await expect(rows(shown)).toHaveCount(0);
  }
  const delays: number[] = [];
  for (let call = 1; call <= 5; call += 1) {
    // The browser's clock starts when the answer is there and stops when the row is in the page.
    const appeared = page.evaluate(
      (count) =>
        new Promise<number>((resolve) => {
          const look = () => {
            if (document.querySelectorAll("ol .request-row").length < count) return;
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
    expect((await listProducts(request, offline)).status()).toBe(200);
    delays.push((await appeared) - begin);
  }
  const median = delays.toSorted((one, other) => one - other)[2] ?? Number.POSITIVE_INFINITY;
  expect(median).toBeLessThan(1_000);
  await expect(rows(all)).toHaveCount(5);
  await expect(rows(page).first()).toContainText("/products/");
  await expect(rows(page).first()).toContainText("200");
});

test("after live requests returned 503, the list has every call once, including those made meanwhile", async ({
  page,
  context,
  request,
  management,
  seller,
  demo,
  database: _,
}) => {
  const client = await registerExtension(management);
  const { offline } = await obtainTokens(request, seller, demo.company_id, client);
  const idOfCall = async () => (await listProducts(request, offline)).headers()["x-request-id"];
  const address = "**/requests/live*";
  await context.route(address, (route) =>
    route.fulfill({ status: 503, headers: { "retry-after": "10" }, body: "{}" }),
  );
  const path = `/organization/${demo.organization_id}/clients/${client.clientId}/requests`;
  await page.goto(`${path}?kind=call`);
  await expect(page.getByText(/^Reconnecting…/)).toBeVisible();
  const meanwhile = [await idOfCall(), await idOfCall()];
  await expect.poll(() => storedCalls(client.clientId)).toHaveLength(2);
  await context.unroute(address);
  await expect(page.getByText("Live", { exact: true })).toBeVisible({ timeout: 15_000 });
  await expect(rows(page)).toHaveCount(2);
  const later = await idOfCall();
  await expect(rows(page)).toHaveCount(3);
  for (const [at, id] of [later, ...meanwhile.toReversed()].entries()) {
    await expect(rows(page).nth(at)).toHaveAttribute("href", new RegExp(`request=${id}`));
  }
});

test("a developer searches while typing, filters, and exports what is shown, on a phone too", async ({
  page,
  request,
  management,
  seller,
  demo,
}) => {
  const client = await registerExtension(management);
  const { offline } = await obtainTokens(request, seller, demo.company_id, client);
  const denied = await requestDeniedToken(request, demo.company_id, client);
  const { "x-request-id": called = "" } = (await listProducts(request, offline)).headers();
  const path = `/organization/${demo.organization_id}/clients/${client.clientId}/requests`;
  await page.goto(path);
  await expect(rows(page).filter({ hasText: "Not a code of ours" })).toHaveCount(1);
  await page.getByRole("searchbox").fill(called);
  await expect(page).toHaveURL(new RegExp(`q=${called}`));
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("searchbox").fill(PRODUCTS_PATH);
  await expect(rows(page)).toHaveCount(1);
  await page.goto(path);
  await page.getByRole("link", { name: /^Denied/ }).click();
  await expect(page).toHaveURL(/denied=true/);
  await expect(rows(page)).toHaveCount(1);
  const href = await page.getByRole("link", { name: "Export" }).getAttribute("href");
  const exported = await (await page.request.get(href ?? "")).text();
  expect(exported).toContain(denied);
  expect(exported).not.toContain(called);
  await page.goto(path);
  await page.getByRole("list", { name: "Legend" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/check=code_form/);
  await expect(rows(page)).toHaveCount(1);
  await expectAccessibleInBothThemes(page);
  await expectFits(page);
});

test("the address of a request opens its drawer, with the failed check, the fix, and no secret", async ({
  page,
  request,
  management,
  demo,
}) => {
  const client = await registerExtension(management);
  const secret = `lks_${newId()}`;
  const wrong = { ...client, clientSecret: secret };
  const requestId = await requestDeniedToken(request, demo.company_id, wrong);
  const path = `/organization/${demo.organization_id}/clients/${client.clientId}/requests`;
  await page.goto(`${path}?request=${requestId}`);
  await expect(drawer(page)).toContainText("The client secret is wrong or no longer valid.");
  await expect(drawer(page)).toContainText("Likely fix");
  await expect(drawer(page)).toContainText("authorization_code");
  await expect(drawer(page).getByRole("link", { name: "Open the secrets" })).toBeVisible();
  await expectAccessible(page);
  expect(await page.content()).not.toContain(secret);
  expect(await page.content()).not.toContain(client.clientSecret);
  await page.keyboard.press("Escape");
  await expect(drawer(page)).toHaveCount(0);
  await expect(page).toHaveURL(path);
});

test("a fix shows the host of a redirect URL and adds it with one click", async ({
  page,
  seller,
  management,
  demo,
}) => {
  const client = await registerExtension(management);
  const url = "https://other.example.com/fp/auth";
  const authorize = () =>
    openAuthorize(seller, { companyId: demo.company_id, ...client, query: { redirect_uri: url } });
  expect((await authorize()).status()).toBe(400);
  await page.goto(`/organization/${demo.organization_id}/clients/${client.clientId}/requests`);
  await rows(page).first().click();
  await expect(drawer(page).locator("strong")).toHaveText("other.example.com");
  await expectAccessible(page);
  expect((await authorize()).status()).toBe(400);
  await drawer(page).getByRole("button", { name: "Add this redirect URL" }).click();
  await expect(drawer(page)).toContainText("Saved. The next request passes this check.");
  expect((await authorize()).status()).not.toBe(400);
});

test.describe("with a clipboard", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] });

  test("security 122: the copied curl command sends a stranger's redirect_uri and runs nothing", async ({
    page,
    seller,
    management,
    demo,
  }) => {
    const client = await registerExtension(management);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's syntax.
    const url = "https://shipfast.example/fp/auth/$(touch${IFS}created)`touch created`!x'";
    const query = { redirect_uri: url };
    const denied = await openAuthorize(seller, { companyId: demo.company_id, ...client, query });
    expect(denied.status()).toBe(400);
    await page.goto(`/organization/${demo.organization_id}/clients/${client.clientId}/requests`);
    await rows(page).first().click();
    await drawer(page).getByRole("button", { name: "Copy as curl" }).click();
    await expect(drawer(page).getByText("request as curl: copied")).toHaveCount(1);
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const [args] = shellArguments([copied]);
    expect(args).toContain(`redirect_uri=${url}`);
  });
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
  await live(page);
  await rows(page).first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Request second-request" })).toBeVisible();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("dialog", { name: "Request first-request" })).toBeVisible();
  await expect(page).toHaveURL(/request=first-request/);
  await page.keyboard.press("Escape");
  await expect(rows(page).nth(1)).toBeFocused();
});

test("the palette, an error's link and old addresses lead to a request, whichever client it is of", async ({
  page,
  request,
  seller,
  management,
  demo,
}) => {
  const client = await registerExtension(management);
  const requestId = await requestDeniedToken(request, demo.company_id, client);
  const organization = `/organization/${demo.organization_id}`;
  await page.goto(organization);
  await page.keyboard.press("Control+K");
  await page.getByRole("combobox").fill(requestId);
  await page.keyboard.press("Enter");
  await expect(drawer(page)).toContainText("invalid_grant");

  const explanation = `/errors/invalid_grant?request_id=${requestId}`;
  await page.goto(explanation);
  await expect(drawer(page)).toContainText("invalid_grant");
  for (const stranger of [seller, request]) {
    const answer = await stranger.get(explanation);
    expect(answer.url()).toContain("/errors/");
    expect(await answer.text()).not.toContain(client.clientId);
  }

  const clientPath = `${organization}/clients/${client.clientId}`;
  for (const old of [
    `${organization}/calls`,
    `${clientPath}/calls`,
    `${clientPath}/events`,
    `${clientPath}/activity`,
  ]) {
    await page.goto(old);
    await expect(page).toHaveURL(/\/requests$/);
  }
  await page.goto(`${clientPath}/events?request_id=${requestId}`);
  await expect(drawer(page)).toContainText("invalid_grant");
});

test("an operator opens a request of any organization, and another organization's member nothing of it", async ({
  page,
  request,
  management,
  demo,
  database: _,
}) => {
  const client = await registerExtension(management);
  const requestId = await requestDeniedToken(request, demo.company_id, client);
  await become(page, await mintOperator("support"));
  await page.goto(`/requests/${requestId}`);
  await expect(page).toHaveURL(`/platform/requests?request=${requestId}`);
  await expect(drawer(page)).toContainText("invalid_grant");
  await expectAccessible(page);

  const { organizationId, owner } = await mintOrganization();
  await become(page, owner);
  expect((await page.goto(`/requests/${requestId}`))?.status()).toBe(404);
  await page.goto(`/organization/${organizationId}/requests?request=${requestId}`);
  await expect(drawer(page)).toContainText("There is no such request here");
  const own = `/organization/${demo.organization_id}/requests?request=${requestId}`;
  expect((await page.goto(own))?.status()).toBe(404);
});

test("50 requests take less than 2,000 px, 20 failures less than 800 px, and a phone 3,500 px", async ({
  page,
  database: _,
}) => {
  const { organizationId, owner } = await mintOrganization();
  const { clientId } = await mintClient(organizationId);
  const noon = new Date().setUTCHours(0, 0, 0, 0);
  const failures = ["code_form", "code_known", "code_fresh", "company"];
  await mintEvents(
    clientId,
    Array.from({ length: 50 }, (_each, at) =>
      at < 20
        ? denial("invalid_grant", {
            check: failures[at % failures.length] ?? null,
            createdAt: new Date(noon - at * 1_000),
          })
        : { createdAt: new Date(noon - at * 1_000) },
    ),
  );
  await become(page, owner);
  const heightOf = async (path: string) => {
    await page.goto(path);
    return (
      (await page.getByRole("list", { name: "Requests, newest first" }).boundingBox())?.height ?? 0
    );
  };
  const path = `/organization/${organizationId}/requests`;
  expect(await heightOf(path)).toBeLessThan(2_000);
  await expect(rows(page)).toHaveCount(50);
  expect(await heightOf(`${path}?denied=true`)).toBeLessThan(800);
  const content = await page.locator("main section").first().boundingBox();
  expect(content?.y).toBeLessThan(240);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(path);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3_500);
});

test("the log is accessible when empty and when nothing matches", async ({
  page,
  management,
  demo,
}) => {
  const client = await registerExtension(management);
  const path = `/organization/${demo.organization_id}/clients/${client.clientId}/requests`;
  await page.goto(path);
  await expect(page.getByText("No requests in the last 7 days")).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${path}?q=${newId()}`);
  await expect(page.getByText("No request matches")).toBeVisible();
  await expectAccessible(page);
});

/** Sends an invalid code and returns the id of the rejected request. */
async function requestDeniedToken(
  request: APIRequestContext,
  companyId: number,
  client: ExtensionClient,
): Promise<string> {
  const answer = await postToken(request, `${companyOauth(companyId)}/token`, {
    client,
    json: { grant_type: "authorization_code", code: "not-a-code" },
  });
  expect(answer.ok()).toBe(false);
  return (await answer.json()).request_id;
}
