import type { Page } from "@playwright/test";
import { env } from "@/lib/core/env/env";
import type { MintedUser } from "@/test/factories/mint";

/** Signs a created person into a page's browser, on the server whose database contains them. */
export async function become(page: Page, { cookie }: MintedUser): Promise<void> {
  const [name = "", value = ""] = cookie.split("=");
  await page.context().addCookies([{ name, value, url: env().baseUrl }]);
}
