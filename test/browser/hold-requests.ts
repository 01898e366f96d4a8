import type { Page } from "@playwright/test";

/** The scripts of the product's pages. */
export const SCRIPTS = "**/_next/static/**/*.js";

/** Holds back all requests of a page from now on whose URL matches a pattern. @returns a function that releases them */
export async function holdRequests(page: Page, pattern: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
