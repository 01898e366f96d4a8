import { expect, type Locator, type Page } from "@playwright/test";

const MOST_STOPS = 500;

/** Presses Tab until `target` has the focus; each stop on the way must be in view and marked. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press("Tab");
    await expectVisibleFocus(page);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${target} is not reached within ${MOST_STOPS} stops`);
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
