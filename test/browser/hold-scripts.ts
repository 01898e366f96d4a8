import type { Page } from "@playwright/test";

/** The scripts of the product's pages. */
export const SCRIPTS = "**/_next/static/**/*.js";

/** Holds back all scripts that a page requests from now on. @returns a function that releases them */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(SCRIPTS, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
