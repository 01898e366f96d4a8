import { expect, type Page } from "@playwright/test";

const WIDTHS = [320, 390, 768, 1280, 1920];

/** No horizontal scrolling, from the narrowest phone (WCAG 1.4.10) to a wide desktop. */
export async function expectFits(page: Page): Promise<void> {
  // Until the font is there, texts have the width of another one.
  await page.evaluate(() => document.fonts.ready);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    const where = `${new URL(page.url()).pathname} at ${width}: pixels beyond the edge`;
    expect.soft(overflow, where).toBeLessThanOrEqual(0);
  }
}
