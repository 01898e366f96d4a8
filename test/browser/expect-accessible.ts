import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page, test } from "@playwright/test";
import { expectNoOverflow } from "@/test/browser/expect-fits";

const require = createRequire(import.meta.url);

interface Look {
  readonly width: number;
  readonly colorScheme: "light" | "dark";
}

/** Each theme and each width once: axe's findings depend on one or the other. */
const LOOKS: readonly Look[] = [
  { width: 390, colorScheme: "dark" },
  { width: 1280, colorScheme: "light" },
];

/**
 * No violation of axe's rules and no horizontal scrolling, on a phone or on a desktop.
 * axe is slow, so each state is checked in one look, the same one in every run.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const name = test.info().titlePath.join() + new URL(page.url()).pathname.replace(/\w{24}/g, "");
  const sum = [...name].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  await expectAccessibleIn(page, LOOKS.slice(sum % 2).slice(0, 1));
}

/** The same in both looks, for the fullest state of a page. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessibleIn(page, LOOKS);
}

async function expectAccessibleIn(page: Page, looks: readonly Look[]): Promise<void> {
  const before = page.viewportSize();
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 900 });
    // Without motion, so that no color is still on its way to that of the theme.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const where = `${new URL(page.url()).pathname} ${colorScheme} at ${width}`;
    expect.soft(await findViolations(page), where).toEqual([]);
    await expectNoOverflow(page, where);
  }
  await page.emulateMedia({ colorScheme: null });
  if (before) await page.setViewportSize(before);
}

/** Half the size of the package's default, which takes as long to load as to run. */
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** One line for each rule that the page violates, or that its dialog does: the page below was looked at without it. */
async function findViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  return page.evaluate(`axe
    .run(document.querySelector("dialog:modal") ?? document, { resultTypes: ["violations"] })
    .then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map((node) => node.html)))`);
}
