import { expect, type Locator, type Page } from "@playwright/test";

const MAX_STOPS = 500;

/** Presses Tab until `target` has the focus; each stop on the way must be visible and marked. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press("Tab");
    const { reached, focus } = await target.evaluate(readFocus);
    expectVisible(focus);
    if (reached) return;
  }
  throw new Error(`${target} is not reached within ${MAX_STOPS} stops`);
}

/** `target` has the focus, is in view, and is marked. */
export async function expectFocusOn(target: Locator): Promise<void> {
  await expect(target).toBeFocused();
  const { focus } = await target.evaluate(readFocus);
  expectVisible(focus);
}

/** WCAG 2.4.7 and 2.4.11: the focused control is in view and has an outline or a ring. */
function expectVisible(focus: ReturnType<typeof readFocus>["focus"]): void {
  if (focus) expect(focus).toEqual({ ...focus, marked: true, inView: true });
}

/** In the page: whether `target` has the focus, and how that shows. */
function readFocus(target: Element) {
  const element = document.activeElement;
  if (!element || element === document.body) return { reached: false, focus: null };
  // The link of a row marks the whole row.
  const marks = [getComputedStyle(element), getComputedStyle(element, "::after")];
  const { top, bottom, width } = element.getBoundingClientRect();
  const focus = {
    what: element.outerHTML.slice(0, 120),
    marked: marks.some((mark) => mark.outlineStyle !== "none" || mark.boxShadow !== "none"),
    inView: width > 0 && bottom > 0 && top < window.innerHeight,
  };
  return { reached: element === target, focus };
}
