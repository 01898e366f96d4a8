import type { APIRequestContext } from "@playwright/test";
import { newId } from "@/lib/core/crypto/ids";
import type { DemoFile } from "@/lib/developer-tools/demo/demo-file";
import { expectAccessibleInBothThemes } from "@/test/browser/expect-accessible";
import { expectFits } from "@/test/browser/expect-fits";
import { expect, test } from "@/test/browser/test";
import { mintCompany } from "@/test/factories/mint";
import { gateHeaders } from "@/test/process/signed-in-demo";
import { storedCalls } from "@/test/requests/api-calls";
import { registerExtension } from "@/test/requests/http/extension-client";
import { PRODUCTS_PATH } from "@/test/requests/http/list-products";
import { obtainTokens } from "@/test/requests/http/obtain-tokens";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const CHECK_PATH = "/service/platform/gate/v1.0/check";

/** Asks the gate about a call of the products API, as a proxy does. */
async function askGate(request: APIRequestContext, demo: DemoFile, token: string, method = "GET") {
  const headers = { ...gateHeaders(demo, token, PRODUCTS_PATH), "x-original-method": method };
  return (await request.get(CHECK_PATH, { headers })).status();
}

test("calls through the gate appear in the seller's diary without a reload, in plain words", async ({
  sellerPage: page,
  request,
  seller,
  management,
  demo,
}) => {
  const name = `Reader ${newId()}`;
  const client = await registerExtension(management, { meta: { name } });
  const { offline } = await obtainTokens(request, seller, demo.company_id, client);

  await page.goto(`/company/${demo.company_id}/extensions/${client.clientId}`);
  await page.getByRole("link", { name: "What it did" }).click();
  await expect(page.getByText("It has not done anything yet")).toBeVisible();

  expect(await askGate(request, demo, offline)).toBe(200);
  await expect(page.getByText("Looked at products")).toBeVisible();
  expect(await askGate(request, demo, offline, "DELETE")).toBe(403);
  await expect(page.getByText("Was stopped once, because it was not allowed to.")).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectFits(page);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, locale: "de-DE" });

  test("the diary can be read, and in German, by people of the company only", async ({
    sellerPage: page,
    request,
    seller,
    management,
    demo,
    database: _,
  }) => {
    const client = await registerExtension(management);
    const { offline } = await obtainTokens(request, seller, demo.company_id, client);
    expect(await askGate(request, demo, offline)).toBe(200);
    await expect.poll(() => storedCalls(client.clientId)).toHaveLength(1);
    const path = `/company/${demo.company_id}/extensions/${client.clientId}/diary`;
    await page.goto(path);
    await expect(page.getByRole("link", { name: "Was sie getan hat" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
    const { companyId } = await mintCompany();
    const foreign = path.replace(`/${demo.company_id}/`, `/${companyId}/`);
    expect((await page.goto(foreign))?.status()).toBe(404);
  });
});
