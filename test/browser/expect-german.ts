import { expect, type Page } from "@playwright/test";
import { expectNoOverflow } from "@/test/browser/expect-fits";

/**
 * Small words that no German sentence contains; user-supplied texts, code, and quoted English are
 * excluded.
 */
const ENGLISH = /\b(?:and|for|is|it|of|that|the|this|to|with|you|your)\b/i;
const NOT_OURS = "bdi, code, [lang=en], script, style, time";

/** The page declares German, contains no sentence in English, and fits on a phone. */
export async function expectGerman(page: Page): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  const words = await page.evaluate((notOurs) => {
    const copy = document.documentElement.cloneNode(true);
    if (!(copy instanceof HTMLElement)) return [];
    for (const element of copy.querySelectorAll(notOurs)) element.remove();
    const attributes = [...copy.querySelectorAll("[aria-label], [placeholder]")].flatMap((one) => [
      one.getAttribute("aria-label"),
      one.getAttribute("placeholder"),
    ]);
    const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
    const values = [...attributes];
    while (texts.nextNode()) values.push(texts.currentNode.textContent);
    return values;
  }, NOT_OURS);
  expect(words.filter((text) => ENGLISH.test(text ?? ""))).toEqual([]);
  const before = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 900 });
  await expectNoOverflow(page, `${new URL(page.url()).pathname} in German`);
  if (before) await page.setViewportSize(before);
}

/** Opens a page, opens what is folded on it, and reads it. @param text what it must say */
export async function readGerman(page: Page, path: string, text: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("main")).toContainText(text);
  for (const summary of await page.locator("main summary").all()) await summary.click();
  await expectGerman(page);
}
