import type { Browser, Page } from "@playwright/test";
import { env } from "@/lib/core/env/env";
import { MINTED_PASSWORD } from "@/test/factories/mint";

/** A page in a browser of its own, with scripts even if the test's has none, on the server whose database is connected. */
export async function anotherBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: env().baseUrl,
    javaScriptEnabled: true,
    reducedMotion: "reduce",
  });
  return context.newPage();
}

/** Fills in the sign-in form that a page shows. */
export async function givePassword(
  page: Page,
  email: string,
  password = MINTED_PASSWORD,
): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Fills in the form for a code, which follows. */
export async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
}
