import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const WIDTHS = [390, 1280];
const THEMES = ["light", "dark"] as const;

/** No violation of axe's rules, and nothing that needs scrolling sideways, in both themes and widths. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    for (const colorScheme of THEMES) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const where = `${new URL(page.url()).pathname} ${colorScheme} at ${width}`;
      // Legacy mode leaves out frames, which no page of ours has, and takes half the time.
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`);
      expect.soft(found, where).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect.soft(overflow, `${where}: pixels beyond the edge`).toBeLessThanOrEqual(0);
    }
  }
}
