import { givePassword } from "@/test/browser/people-parts";
import { expect, test } from "@/test/browser/test";
import { mintCompany, mintUser } from "@/test/factories/mint";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import { mintCompanyInvitation } from "@/test/factories/mint-invitation";
import { authorizePath } from "@/test/requests/http/authorize-path";
import { registerExtension } from "@/test/requests/http/extension-client";

test("security 27 and 128: Allow reaches another origin with code and state, without a referrer", async ({
  sellerPage: page,
  management,
  demo,
}) => {
  const arrived: URL[] = [];
  const referrers: (string | undefined)[] = [];
  await page.route(`${REDIRECT_URI}?*`, async (route) => {
    arrived.push(new URL(route.request().url()));
    referrers.push((await route.request().allHeaders()).referer);
    await route.fulfill({ contentType: "text/html", body: "<h1>The extension</h1>" });
  });
  const client = await registerExtension(management);
  await page.goto(authorizePath(demo.company_id, client));
  await page.getByRole("button", { name: "Allow access to Acme Retail" }).click();

  await expect(page.getByRole("heading", { name: "The extension" })).toBeVisible();
  expect(arrived).toHaveLength(1);
  expect(referrers).toEqual([undefined]);
  const parameters = arrived[0]?.searchParams;
  expect(parameters?.get("code")).toMatch(/^lkc_/);
  expect(parameters?.get("state")).toBe("a state");
  expect(parameters?.get("client_id")).toBe(client.clientId);
  expect(parameters?.get("company_id")).toBe(String(demo.company_id));
});

test("security 128: the token of an invitation is in no referrer, on its page or at sign-in", async ({
  page,
  database: _,
}) => {
  test.slow();
  const { companyId } = await mintCompany();
  const { email } = await mintUser();
  const { token } = await mintCompanyInvitation(companyId, { email });
  const referrers: Promise<string | undefined>[] = [];
  page.on("requestfinished", (request) => {
    referrers.push(request.allHeaders().then(({ referer }) => referer));
  });
  for (const path of [`/recover/${token}`, `/setup/${token}`, `/invitation/${token}`]) {
    const { "referrer-policy": policy, "cache-control": cache } =
      (await page.goto(path))?.headers() ?? {};
    expect([policy, cache], path).toEqual(["no-referrer", expect.stringContaining("no-store")]);
  }
  await page.getByRole("link", { name: "Sign in" }).click();
  await givePassword(page, email);
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(page).toHaveURL(`/company/${companyId}/extensions`);
  const sent = await Promise.all(referrers);
  expect(sent.filter((referrer) => referrer?.includes(token))).toEqual([]);
});
