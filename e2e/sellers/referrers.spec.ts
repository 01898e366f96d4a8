import { expect, test } from "@/test/browser/test";
import { MINTED_PASSWORD, mintCompany, mintUser } from "@/test/factories/mint";
import { mintCompanyInvitation } from "@/test/factories/mint-invitation";

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
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(MINTED_PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(page).toHaveURL(`/company/${companyId}/extensions`);
  const sent = await Promise.all(referrers);
  expect(sent.filter((referrer) => referrer?.includes(token))).toEqual([]);
});
