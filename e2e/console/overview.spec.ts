import type { Page } from "@playwright/test";
import { pressOn } from "@/test/browser/by-keyboard";
import { link, openOrganization } from "@/test/browser/console-parts";
import { expectAccessible } from "@/test/browser/expect-accessible";
import { expectFocusOn } from "@/test/browser/tab-to";
import { expect, test } from "@/test/browser/test";
import { mintClient } from "@/test/factories/mint";
import { denial, mintEvents } from "@/test/factories/mint-events";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** An organization in the browser with a client that was used and denied. */
async function openUsedClient(page: Page) {
  const opened = await openOrganization(page);
  const { clientId } = await mintClient(opened.organizationId, { baseUrl: "https://a.example" });
  const denied = denial("invalid_grant", { requestId: "denied-request" });
  await mintEvents(clientId, [{}, {}, { kind: "refresh" }, denied]);
  return { ...opened, clientId };
}

test("signing in opens the overview, whose first steps complete themselves", async ({
  page,
  database: _,
}) => {
  const { home, organizationId } = await openOrganization(page);
  await page.goto("/");
  await expect(page).toHaveURL(home);
  await expect(page.getByText("0 of 5 done")).toBeVisible();
  await expect(page.getByRole("link", { name: "New extension" }).first()).toBeVisible();

  const { clientId } = await mintClient(organizationId, { baseUrl: "https://shipfast.example" });
  await mintEvents(clientId, [{}, denial("invalid_grant")]);
  await page.reload();
  await expect(page.getByText("4 of 5 done")).toBeVisible();
  await expect(page.getByRole("link", { name: "Try a call" })).toHaveAttribute(
    "href",
    `${home}/clients/${clientId}/connect#try`,
  );
  await page.getByRole("link", { name: "Not a code of ours", exact: true }).click();
  await expect(page).toHaveURL(/requests\?denied=true&check=code_form/);
});

test("by keyboard: the window changes, and an issue is resolved and taken back", async ({
  page,
  database: _,
}) => {
  const { home, clientId } = await openUsedClient(page);
  await page.goto(home);
  for (const name of ["24 hours", "30 days", "7 days"]) {
    await pressOn(page, link(page, name));
    await expect(link(page, name)).toHaveAttribute("aria-current", "true");
    await expectFocusOn(link(page, name));
  }

  await page.goto(`${home}/clients/${clientId}`);
  const issues = page.getByRole("region", { name: "Open issues" });
  const decide = issues.getByRole("button");
  await pressOn(page, decide);
  await expect(issues.getByRole("status")).toContainText("Resolved.");
  await expect(decide).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(decide).toHaveText(/^Resolve/);
  const newest = page.getByRole("region", { name: "Newest requests" }).getByRole("row");
  await pressOn(page, newest.filter({ hasText: "invalid_grant" }).getByRole("link"));
  await expect(page.getByRole("dialog", { name: "Request denied-request" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

/** The newest point of the chart, in view. */
async function newestPoint(page: Page) {
  const chart = page.getByRole("slider", { name: /^Requests per hour/ });
  await chart.scrollIntoViewIfNeeded();
  const { width, height } = (await chart.boundingBox()) ?? { width: 0, height: 0 };
  return { chart, position: { x: width - 2, y: height / 2 } };
}

test("the chart says what happened in an hour to the pointer and to keys, and leads to its requests", async ({
  page,
  database: _,
}) => {
  const { home } = await openUsedClient(page);
  await page.goto(`${home}?window=24h`);
  const { chart, position } = await newestPoint(page);
  const words = /\d\d:\d\d–\d\d:\d\d UTC: Allowed 3, Not a code of ours 1$/;
  const share = page.getByText("25% denied");
  await expect(chart).toHaveAttribute("aria-valuetext", words);
  await expect(share).toHaveCount(0);
  await chart.hover({ position });
  await expect(share).toBeVisible();
  await chart.hover({ position: { ...position, x: 2 } });
  await expect(share).toHaveCount(0);

  await chart.press("End");
  await expect(share).toBeVisible();
  await expectAccessible(page);
  await chart.press("Escape");
  await expect(share).toHaveCount(0);
  await chart.press("End");
  await chart.press("ArrowLeft");
  await expect(chart).not.toHaveAttribute("aria-valuetext", words);
  await chart.press("ArrowRight");
  await chart.press("Enter");
  await expect(page).toHaveURL(/\/requests\?from=[^&]+&to=[^&]+$/);
  const requests = page.getByRole("table", { name: "Requests, newest first" });
  await expect(requests.getByRole("row").filter({ hasText: "invalid_grant" })).toHaveCount(1);
});

test.describe("with touch", () => {
  test.use({ hasTouch: true });

  test("a first tap on a chart shows the numbers, and a second leads to the requests", async ({
    page,
    database: _,
  }) => {
    const { home } = await openUsedClient(page);
    await page.goto(`${home}?window=24h`);
    const { chart, position } = await newestPoint(page);
    await chart.tap({ position });
    await expect(page.getByText("25% denied")).toBeVisible();
    await expect(page).toHaveURL(/window=24h/);
    await chart.tap({ position });
    await expect(page).toHaveURL(/\/requests\?from=/);
  });
});
