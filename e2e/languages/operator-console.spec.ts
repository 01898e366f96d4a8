import { become } from "@/test/browser/become";
import { expectGerman } from "@/test/browser/expect-german";
import { platformPaths } from "@/test/browser/platform-paths";
import { expect, test } from "@/test/browser/test";
import { mintOperator } from "@/test/factories/mint-platform";
import { mintPlatformContent } from "@/test/factories/mint-platform-content";

test("the operator console is in German", async ({ page, demo, database: _connected }) => {
  await page.context().addCookies([{ name: "language", value: "de", url: demo.base_url }]);
  const objects = await mintPlatformContent();
  await become(page, await mintOperator());
  for (const path of [...platformPaths, ...objects]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectGerman(page);
  }
});
