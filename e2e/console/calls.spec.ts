import { expectAccessibleInBothThemes } from "@/test/browser/expect-accessible";
import { expectFits } from "@/test/browser/expect-fits";
import { adoptSession, expect, test } from "@/test/browser/test";
import { storedCalls } from "@/test/requests/api-calls";
import { registerExtension } from "@/test/requests/http/extension-client";
import { listProducts, PRODUCTS_PATH } from "@/test/requests/http/list-products";
import { obtainTokens } from "@/test/requests/http/obtain-tokens";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test.beforeEach(({ page, admin }) => adoptSession(page, admin));

test("a call of an extension appears within a second, in the client's calls and in those of all clients", async ({
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
    [all, `${organization}/calls?client_id=${client.clientId}`],
    [page, `${organization}/clients/${client.clientId}/calls`],
  ] as const) {
    await shown.goto(path);
    await expect(shown.getByText("Live: new calls appear as they happen.")).toBeVisible();
    await expect(shown.getByRole("table")).toHaveCount(0);
  }
  const delays: number[] = [];
  for (let call = 1; call <= 5; call += 1) {
    // The browser's clock starts when the answer is there and stops when the row is in the page.
    const appeared = page.evaluate(
      (count) =>
        new Promise<number>((resolve) => {
          const look = () => {
            if (document.querySelectorAll("tbody tr").length < count) return;
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
  process.stdout.write(`A call appears after ${delays.join(", ")} ms; median ${median} ms.\n`);
  await test.info().attach("delays.json", { body: JSON.stringify(delays) });
  expect(median).toBeLessThan(1_000);
  await expect(all.locator("tbody tr")).toHaveCount(5);
  const newest = page.locator("tbody tr").first();
  await expect(newest).toContainText(`GET ${PRODUCTS_PATH}`);
  await expect(newest).toContainText("200");
});

test("calls made while paused appear once live updates resume, and a lost connection is shown and restored", async ({
  page,
  context,
  request,
  management,
  seller,
  demo,
}) => {
  const client = await registerExtension(management);
  const { offline } = await obtainTokens(request, seller, demo.company_id, client);
  await page.goto(`/organization/${demo.organization_id}/clients/${client.clientId}/calls`);
  await expect(page.getByText("Live: new calls appear as they happen.")).toBeVisible();
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(page.getByText("Paused. New calls do not appear.")).toBeVisible();
  await listProducts(request, offline);
  await page.getByRole("button", { name: "Watch live", exact: true }).click();
  await expect(page.locator("tbody tr")).toHaveCount(1);

  const live = "**/calls/live*";
  await context.route(live, (route) => route.abort());
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page.getByRole("button", { name: "Watch live", exact: true }).click();
  await expect(page.getByText(/^Reconnecting…/)).toBeVisible();
  await context.unroute(live);
  await expect(page.getByText("Live: new calls appear as they happen.")).toBeVisible({
    timeout: 15_000,
  });
  await listProducts(request, offline);
  await expect(page.locator("tbody tr")).toHaveCount(2);
});

test("after live calls returned 503, the list has every call once, including those made meanwhile", async ({
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
  const live = "**/calls/live*";
  await context.route(live, (route) =>
    route.fulfill({ status: 503, headers: { "retry-after": "10" }, body: "{}" }),
  );
  await page.goto(`/organization/${demo.organization_id}/clients/${client.clientId}/calls`);
  await expect(page.getByText(/^Reconnecting…/)).toBeVisible();
  const meanwhile = [await idOfCall(), await idOfCall()];
  await expect.poll(() => storedCalls(client.clientId)).toHaveLength(2);
  await context.unroute(live);
  await expect(page.getByText("Live: new calls appear as they happen.")).toBeVisible();
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveCount(2);
  const later = await idOfCall();
  await expect(rows).toHaveCount(3);
  for (const [at, id] of [later, ...meanwhile.toReversed()].entries()) {
    await rows.nth(at).locator("summary").click();
    await expect(rows.nth(at)).toContainText(id ?? "none");
  }
});

test("a developer filters calls, opens one and exports them, on a phone too", async ({
  page,
  request,
  management,
  seller,
  demo,
}) => {
  const client = await registerExtension(management);
  const { offline } = await obtainTokens(request, seller, demo.company_id, client);
  const path = `/organization/${demo.organization_id}/clients/${client.clientId}/calls`;
  await page.goto(path);
  await expect(page.getByText("No calls in the last 7 days")).toBeVisible();
  const { "x-request-id": requestId = "" } = (await listProducts(request, offline)).headers();
  const row = page.locator("tbody tr");
  await expect(row).toHaveCount(1);
  await row.locator("summary").click();
  await expect(row).toContainText("company/products/read");
  await expectAccessibleInBothThemes(page);
  await expectFits(page);

  const filter = `${path}?request_id=${requestId}`;
  await page.goto(filter);
  await expect(row).toHaveCount(1);
  const href = await page.getByRole("link", { name: "Export NDJSON" }).getAttribute("href");
  const exported = await page.request.get(href ?? "");
  expect(JSON.parse(await exported.text())).toMatchObject({ method: "GET", status: 200 });
  await page.goto(`${path}?denied=true`);
  await expect(page.getByText("No call matches")).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).first().click();
  await expect(row).toHaveCount(1);
});
