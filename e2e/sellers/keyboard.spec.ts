import { tabTo } from "@/test/browser/tab-to";
import { expect, test } from "@/test/browser/test";

const SCOPES = ["company/products/read"];

test("by keyboard: a seller signs in with visible focus", async ({ page, demo }) => {
  await page.goto("/sign-in");
  await tabTo(page, page.getByLabel("Email"));
  await page.keyboard.type(demo.seller.email);
  await tabTo(page, page.getByLabel("Password"));
  await page.keyboard.type(demo.seller.password);
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(`/company/${demo.company_id}/extensions`);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
});

test("by keyboard: a seller finds an extension and opens its consent page with visible focus", async ({
  sellerPage: page,
  sampleExtension,
  demo,
}) => {
  const extension = await sampleExtension(SCOPES);
  await extension.start({ scopes: SCOPES });

  await page.goto(`/company/${demo.company_id}/extensions`);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("searchbox"));
  await page.keyboard.type(extension.name);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=/);
  await tabTo(page, page.getByRole("link", { name: `Install ${extension.name}` }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "It will be able to" })).toBeVisible();
});

test("by keyboard: a seller consents to an extension with visible focus", async ({
  sellerPage: page,
  sampleExtension,
  demo,
}) => {
  const extension = await sampleExtension(SCOPES);
  await extension.start({ scopes: SCOPES });

  await page.goto(extension.installAddress(demo.company_id));
  await expect(page.getByRole("heading", { name: "It will be able to" })).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: "Allow access to Acme Retail" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${extension.baseUrl}/?company_id=${demo.company_id}`);
});
