import { registerExtension } from "@/e2e/support/http/extension-client";
import { companyOauth } from "@/e2e/support/http/post-token";
import { REDIRECT_URI } from "@/e2e/support/mint-installation";
import { expect, test } from "@/e2e/support/test";

const ATTACKER = "https://evil.example.com/";

test("security 19: Chromium shows no consent page in a frame of another site", async ({
  sellerPage: page,
  management,
  demo,
  baseURL,
}) => {
  const client = await registerExtension(management);
  const query = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: REDIRECT_URI,
    response_type: "code",
    scope: client.scopes.join(","),
    state: "a state",
  });
  const authorize = `${baseURL}${companyOauth(demo.company_id)}/authorize?${query}`;
  await page.goto(authorize);
  const consent = page.url();
  await expect(page.getByRole("button", { name: /^Allow/ })).toBeVisible();

  for (const address of [consent, authorize, `${baseURL}/sign-in`]) {
    await page.route(ATTACKER, (route) =>
      route.fulfill({ contentType: "text/html", body: `<iframe src="${address}"></iframe>` }),
    );
    const refused = page.waitForEvent("console", ({ text }) => text().includes("frame-ancestors"));
    await page.goto(ATTACKER);
    await refused;
    await expect(page.frameLocator("iframe").getByRole("button")).toHaveCount(0);
    await page.unroute(ATTACKER);
  }
});

test("security 19: each page says that it may not be framed, in both ways", async ({ request }) => {
  for (const path of ["/sign-in", "/errors/invalid_grant", "/docs", "/nowhere"]) {
    const headers = (await request.get(path)).headers();
    expect(headers["x-frame-options"], path).toBe("DENY");
    expect(headers["content-security-policy"], path).toContain("frame-ancestors 'none'");
  }
});
