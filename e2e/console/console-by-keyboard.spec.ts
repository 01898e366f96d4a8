import { pressOn } from "@/test/browser/by-keyboard";
import { button, hydrated, link, openOrganization } from "@/test/browser/console-parts";
import { expectFocusOn } from "@/test/browser/tab-to";
import { expect, test } from "@/test/browser/test";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("automation: finds an operation in the API reference with / and reads it in the console's frame", async ({
  page,
  database: _,
}) => {
  const { home, organizationId } = await openOrganization(page);
  await page.goto(home);
  await hydrated(page);
  for (const key of ["g", "d"]) await page.keyboard.press(key);
  await expect(page).toHaveURL(`/docs?organization_id=${organizationId}`);
  const search = page.getByRole("combobox", { name: "Search operations and fields" });
  await hydrated(page);
  await page.keyboard.press("/");
  await expectFocusOn(search);
  await page.keyboard.type("rotate sec");
  const options = page.getByRole("option");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  await expectFocusOn(search);
  await search.fill("rotate a client");
  await expect(options.first()).toContainText("Rotate a client");
  // Only what the last search found can be opened.
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/docs/rotateSecret");
  await expect(page.locator("nav [aria-current='page']")).toHaveText(/Rotate a client/);
  const errors = page.getByRole("main").locator("details").last();
  await pressOn(page, errors.locator("summary"));
  await expect(errors).toHaveAttribute("open");
  await pressOn(page, link(page, "Extensions").first());
  await expect(page).toHaveURL(`${home}/clients`);
});

test("a link to an operation in the reference when it was one page still leads to the operation", async ({
  page,
}) => {
  await page.goto("/docs#rotateSecret");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Rotate a client/);
});

test("the theme and the language are reachable", async ({ page, database: _ }) => {
  const { home } = await openOrganization(page);
  await page.goto(home);
  await pressOn(page, button(page, "Asha Rao"));
  await pressOn(page, button(page, "Dark"));
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page).toHaveURL(home);
  await pressOn(page, button(page, "Asha Rao"));
  await page.keyboard.press("Escape");
  await expectFocusOn(button(page, "Asha Rao"));
  await page.keyboard.press("Enter");
  await pressOn(page, button(page, "Deutsch"));
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
});
