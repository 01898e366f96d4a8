import { expect, type Page } from "@playwright/test";

const WIDTHS = [320, 390, 768, 1280, 1920];

/** No horizontal scrolling at the page's width. @param where said when it fails */
export async function expectNoOverflow(page: Page, where: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect.soft(overflow, `${where}: pixels beyond the edge`).toBeLessThanOrEqual(0);
}

/** No horizontal scrolling, from the narrowest phone (WCAG 1.4.10) to a wide desktop. */
export async function expectFits(page: Page): Promise<void> {
  // Until the font is there, texts have the width of another one.
  await page.evaluate(() => document.fonts.ready);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoOverflow(page, `${new URL(page.url()).pathname} at ${width}`);
  }
}
