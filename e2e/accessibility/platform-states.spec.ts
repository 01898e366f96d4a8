import type { Page } from "@playwright/test";
import { become } from "@/test/browser/become";
import { button, choose, dialog, menu } from "@/test/browser/console-parts";
import { expectAccessible, expectAccessibleInBothThemes } from "@/test/browser/expect-accessible";
import { expectFits } from "@/test/browser/expect-fits";
import { platformSections } from "@/test/browser/platform-paths";
import { expect } from "@/test/browser/test";
import { test } from "@/test/browser/warm-test";
import { mintOperator } from "@/test/factories/mint-platform";
import { mintPlatformContent } from "@/test/factories/mint-platform-content";

for (const { name, paths } of platformSections) {
  test(`${name}: pages are accessible and fit from 320 px up with long content`, async ({
    page,
    database: _,
  }) => {
    test.slow();
    await mintPlatformContent();
    await become(page, await mintOperator());
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      for (const summary of await page.locator("main summary").all()) await summary.click();
      await expectFits(page);
      await expectAccessibleInBothThemes(page);
    }
  });
}

test("pages of objects are accessible and fit from 320 px up, with long content and with none", async ({
  page,
  database: _,
}) => {
  test.slow();
  const paths = await mintPlatformContent();
  await become(page, await mintOperator());
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectFits(page);
    await expectAccessibleInBothThemes(page);
  }
});

const noMatch = async (page: Page) =>
  expect(page.getByRole("heading", { name: "Nothing matches" })).toBeVisible();

/** The first button of a list with this name, and its dialog. */
const ask = (name: RegExp) => async (page: Page) => {
  const opener = button(page, name).first();
  if (await opener.isVisible()) await opener.click();
  else await choose(page, name);
  await expect(dialog(page)).toBeVisible();
};

/** The menu of the first row that has one. */
const openMenu = async (page: Page) => {
  await menu(page.getByRole("main")).click();
  await expect(page.locator(".row-menu:popover-open")).toBeVisible();
};

/** A dialog whose call gets no answer. */
const notSent = (item: RegExp, submit: string) => async (page: Page) => {
  await ask(item)(page);
  await page.route("**/service/**", (route) => route.abort());
  await button(page, submit).click();
  await expect(dialog(page).getByRole("alert")).toBeVisible();
};

/** States that a page has at times, by its address. */
const states: readonly [address: string, state: string, reach: (page: Page) => Promise<void>][] = [
  ["/platform/companies?q=nothing-like-this", "no matches", noMatch],
  ["/platform/companies?limit=1", "a new company", ask(/^New company/)],
  ["/platform/companies?status=active", "about to be closed", ask(/^Close/)],
  ["/platform/companies?status=active", "a failed call", notSent(/^Suspend/, "Suspend company")],
  ["/platform/organizations", "a new organization", ask(/^New organization/)],
  ["/platform/organizations?status=active", "an invitation of an owner", ask(/^Invite owner/)],
  ["/platform/people", "an open menu", openMenu],
  ["/platform/people", "about to be erased", ask(/^Erase/)],
  ["/platform/extensions?status=active", "about to be suspended", ask(/^Suspend/)],
  ["/platform/reviews", "a listing about to be declined", ask(/^Decline/)],
  ["/platform/scopes?q=orders", "a scope being edited", ask(/^Edit/)],
  ["/platform/service-keys", "a new key", ask(/^New service key/)],
  ["/platform/service-keys", "about to be revoked", ask(/^Revoke/)],
];

for (const [address, state, reach] of states) {
  test(`${address} (${state}) is accessible and fits from 320 px up`, async ({
    page,
    database: _,
  }) => {
    await mintPlatformContent();
    await become(page, await mintOperator());
    await page.goto(address);
    await reach(page);
    await expectFits(page);
    await expectAccessible(page);
  });
}
