import type { Page } from "@playwright/test";
import { expect, test } from "@/e2e/support/test";

const SCOPES = ["company/products/read"];

test("by keyboard alone: sign in, find an extension, install it, and see where the focus is", async ({
  page,
  sampleExtension,
  demo,
}) => {
  const extension = await sampleExtension(SCOPES);
  await extension.start({ scopes: SCOPES });

  await page.goto("/sign-in");
  await tabTo(page, page.getByLabel("Email"));
  await page.keyboard.type(demo.seller.email);
  await tabTo(page, page.getByLabel("Password"));
  await page.keyboard.type(demo.seller.password);
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(`/company/${demo.company_id}/extensions`);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("searchbox"));
  await page.keyboard.type(extension.name);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=/);
  await tabTo(page, page.getByRole("link", { name: `Install ${extension.name}` }));
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { name: "It will be able to" })).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Allow access to Acme Retail" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${extension.baseUrl}/?company_id=${demo.company_id}`);
});

/** Presses Tab until `target` has the focus; each stop on the way must be visible and marked. */
async function tabTo(page: Page, target: ReturnType<Page["locator"]>): Promise<void> {
  await expect
    .poll(async () => {
      await page.keyboard.press("Tab");
      await expectVisibleFocus(page);
      return target.evaluate((element) => element === document.activeElement);
    })
    .toBe(true);
}

/** WCAG 2.4.7 and 2.4.11: the focused control is in view and has an outline or a ring. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const focus = await page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const { outlineStyle, boxShadow } = getComputedStyle(element);
    const { top, bottom, width } = element.getBoundingClientRect();
    return {
      what: element.outerHTML.slice(0, 120),
      marked: outlineStyle !== "none" || boxShadow !== "none",
      inView: width > 0 && bottom > 0 && top < window.innerHeight,
    };
  });
  if (focus) expect(focus).toMatchObject({ marked: true, inView: true });
}
