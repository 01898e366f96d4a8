import { expectAccessibleInBothThemes } from "@/test/browser/expect-accessible";
import { expectFits } from "@/test/browser/expect-fits";
import { expectGerman } from "@/test/browser/expect-german";
import { expect, test } from "@/test/browser/test";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import { authorizePath } from "@/test/requests/http/authorize-path";
import { registerExtension } from "@/test/requests/http/extension-client";

const CASES = {
  en: {
    locale: "en-GB",
    heading: "Stocksync could not connect to Acme Retail",
    reason: "The address it asked us to return you to is not registered",
    contact: /^Contact /,
    developer: "For the developer",
    copied: "Copied",
    back: "Back to extensions",
  },
  de: {
    locale: "de-AT",
    heading: "Stocksync konnte sich nicht mit Acme Retail verbinden",
    reason: "Die Adresse, an die Sie danach zurückkehren sollten, ist nicht registriert",
    contact: / kontaktieren$/,
    developer: "Für die Entwicklung",
    copied: "Kopiert",
    back: "Zurück zu den Erweiterungen",
  },
} as const;

for (const [language, words] of Object.entries(CASES)) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: words.locale, permissions: ["clipboard-read", "clipboard-write"] });

    test("a seller learns why an extension could not connect, and its developer finds the request", async ({
      sellerPage: page,
      management,
      demo,
    }) => {
      const client = await registerExtension(management, {
        meta: { name: "Stocksync" },
        support_email: "help@stocksync.example",
      });
      const wrong = { redirect_uri: `${REDIRECT_URI}/"><h2>elsewhere</h2>` };
      const response = await page.goto(authorizePath(demo.company_id, client, wrong));
      expect(response?.status()).toBe(400);
      await expect(page.getByRole("heading")).toHaveText(words.heading);
      await expect(page.getByText(words.reason)).toBeVisible();
      await expect(page.getByRole("link", { name: words.contact })).toHaveAttribute(
        "href",
        "mailto:help@stocksync.example",
      );
      await expectFits(page);
      await page.getByText(words.developer).click();
      await expect(page.getByText('/"><h2>elsewhere</h2>')).toBeVisible();
      await expectFits(page);
      if (language === "de") await expectGerman(page);
      await expectAccessibleInBothThemes(page);

      await page.locator("button[data-copy]").click();
      await expect(page.getByRole("status")).toHaveText(words.copied);
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe(response?.headers()["x-request-id"]);

      await page.getByRole("link", { name: words.back }).click();
      await expect(page).toHaveURL(`/company/${demo.company_id}/extensions`);
    });
  });
}

test("a path without a page keeps the frame of a signed-in seller, and has the public frame for others", async ({
  sellerPage: page,
  browser,
  demo,
}) => {
  const path = `${demo.base_url}/company/${demo.company_id}/nothing`;
  const stranger = await browser.newPage();
  for (const [shown, links] of [
    [page, 1],
    [stranger, 0],
  ] as const) {
    expect((await shown.goto(path))?.status()).toBe(404);
    await expect(shown.getByRole("heading", { name: "This page does not exist" })).toBeVisible();
    const navigation = shown.getByRole("navigation");
    await expect(navigation.getByRole("link", { name: "Extensions" })).toHaveCount(links);
    await expectFits(shown);
  }
  await stranger.close();
});
