import type { BrowserContext } from "@playwright/test";
import { test as base } from "@/test/browser/test";

/**
 * The test for pages that are looked at and left as they are. All tests of a worker share one
 * browser context without cookies, so that the browser keeps the scripts that pages load.
 */
export const test = base.extend<object, { warmContext: BrowserContext }>({
  warmContext: [
    async ({ browser, server }, use) => {
      const context = await browser.newContext({
        baseURL: server.baseUrl,
        reducedMotion: "reduce",
      });
      await use(context);
      await context.close();
    },
    { scope: "worker" },
  ],
  context: async ({ warmContext }, use) => {
    await use(warmContext);
    await warmContext.clearCookies();
    for (const page of warmContext.pages()) await page.close();
  },
});
