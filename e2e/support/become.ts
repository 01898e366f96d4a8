import type { Page } from "@playwright/test";
import type { MintedUser } from "@/e2e/support/mint";
import { env } from "@/lib/env";

/** Signs a minted person into the browser of a page, on the server whose database they were minted in. */
export async function become(page: Page, { cookie }: MintedUser): Promise<void> {
  const [name = "", value = ""] = cookie.split("=");
  await page.context().addCookies([{ name, value, url: env().baseUrl }]);
}
