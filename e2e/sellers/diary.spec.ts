import type { APIRequestContext } from "@playwright/test";
import { newId } from "@/lib/core/crypto/ids";
import { expectAccessibleInBothThemes } from "@/test/browser/expect-accessible";
import { expectFits } from "@/test/browser/expect-fits";
import { adoptSession, expect, test } from "@/test/browser/test";
import { mintCompany } from "@/test/factories/mint";
import { storedCalls } from "@/test/requests/api-calls";
import { registerExtension } from "@/test/requests/http/extension-client";
import { PRODUCTS_PATH } from "@/test/requests/http/list-products";
import { obtainTokens } from "@/test/requests/http/obtain-tokens";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const CHECK_PATH = "/service/platform/gate/v1.0/check";

/** Asks the gate about a call of the products API, as a proxy does. */
async function askGate(
  request: APIRequestContext,
  { key, token, method = "GET" }: { key: string; token: string; method?: string },
): Promise<number> {
  const answer = await request.get(CHECK_PATH, {
    headers: {
      authorization: `Bearer ${token}`,
      "x-gate-key": key,
      "x-original-method": method,
      "x-original-uri": PRODUCTS_PATH,
    },
  });
  return answer.status();
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
  const call = { key: demo.platform.gate_key, token: offline };

  await page.goto(`/company/${demo.company_id}/extensions/${client.clientId}`);
  await page.getByRole("link", { name: "What it did" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("What it did");
  await expect(page.getByText("It has not done anything yet")).toBeVisible();

  expect(await askGate(request, call)).toBe(200);
  const begin = performance.now();
  await expect(page.getByText("Looked at products")).toBeVisible();
  const delay = Math.round(performance.now() - begin);
  process.stdout.write(`The diary shows a call after ${delay} ms.\n`);
  await test.info().attach("delay.json", { body: JSON.stringify(delay) });

  expect(await askGate(request, { ...call, method: "DELETE" })).toBe(403);
  await expect(page.getByText("Was stopped once, because it was not allowed to.")).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectFits(page);
});

test("the diary can be read without JavaScript and in German, and only by people of the company", async ({
  sellerPage,
  browser,
  request,
  seller,
  management,
  demo,
  database: _,
}) => {
  const client = await registerExtension(management);
  const { offline } = await obtainTokens(request, seller, demo.company_id, client);
  expect(await askGate(request, { key: demo.platform.gate_key, token: offline })).toBe(200);
  await expect.poll(() => storedCalls(client.clientId)).toHaveLength(1);
  const path = `/company/${demo.company_id}/extensions/${client.clientId}/diary`;

  const plain = await browser.newContext({ javaScriptEnabled: false, locale: "de-DE" });
  const page = await plain.newPage();
  await adoptSession(page, seller);
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Was sie getan hat");
  await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
  await plain.close();

  const { companyId } = await mintCompany();
  const elsewhere = await sellerPage.goto(path.replace(`/${demo.company_id}/`, `/${companyId}/`));
  expect(elsewhere?.status()).toBe(404);
});
