import { become } from "@/test/browser/become";
import { expectGerman } from "@/test/browser/expect-german";
import { platformPaths } from "@/test/browser/platform-paths";
import { expect, test } from "@/test/browser/test";
import { mintOperator } from "@/test/factories/mint-platform";
import { mintPlatformContent } from "@/test/factories/mint-platform-content";

for (const path of platformPaths) {
  test(`${path} is in German`, async ({ page, demo, database: _connected }) => {
    await page.context().addCookies([{ name: "language", value: "de", url: demo.base_url }]);
    await mintPlatformContent();
    await become(page, await mintOperator());
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectGerman(page);
  });
}

test("pages of objects are in German", async ({ page, demo, database: _connected }) => {
  await page.context().addCookies([{ name: "language", value: "de", url: demo.base_url }]);
  const paths = await mintPlatformContent();
  await become(page, await mintOperator());
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectGerman(page);
  }
});
