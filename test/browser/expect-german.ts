import { expect, type Page } from "@playwright/test";

/**
 * Small words that no German sentence contains; user-supplied texts, code, and quoted English are
 * excluded.
 */
const ENGLISH = /\b(?:and|for|is|it|of|that|the|this|to|with|you|your)\b/i;
const NOT_OURS = "bdi, code, [lang=en], script, style, time";

/** The page declares German and contains no sentence in English. */
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
    const found = [...attributes];
    while (texts.nextNode()) found.push(texts.currentNode.textContent);
    return found;
  }, NOT_OURS);
  expect(words.filter((text) => ENGLISH.test(text ?? ""))).toEqual([]);
}
