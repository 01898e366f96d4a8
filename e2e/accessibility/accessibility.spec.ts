import { become } from "@/test/browser/become";
import { expectAccessible, expectAccessibleInBothThemes } from "@/test/browser/expect-accessible";
import { adoptSession, expect } from "@/test/browser/test";
import { test } from "@/test/browser/warm-test";
import { mintOrganization, mintUser } from "@/test/factories/mint";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import { authorizePath } from "@/test/requests/http/authorize-path";
import { registerExtension } from "@/test/requests/http/extension-client";
import { obtainTokens } from "@/test/requests/http/obtain-tokens";

const publicPages = [
  "/docs",
  "/docs/errors",
  "/docs/updateClient",
  "/docs/healthz",
  "/docs/directory",
  "/docs?q=redirect_uri",
  "/docs?q=nothing-like-this",
  "/sign-in",
  "/sign-in?error=CredentialsSignin&started=1",
  "/errors/invalid_grant",
  "/setup/nothing",
  "/recover/nothing",
  "/forgot-password",
  "/nothing-here",
];

test("pages for everyone are accessible in both themes", async ({ page }) => {
  test.slow();
  for (const path of publicPages) {
    await page.goto(path);
    await expectAccessibleInBothThemes(page);
  }
});

test("the extensions pages of staff and of an owner are accessible in both themes", async ({
  page,
  request,
  seller,
  staff,
  management,
  demo,
}) => {
  test.slow();
  const path = `/company/${demo.company_id}/extensions`;
  await adoptSession(page, staff);
  await page.goto(path);
  await expect(page.getByText("Ask an admin to install an extension.")).toBeVisible();
  await expectAccessibleInBothThemes(page);
  const client = await registerExtension(management, {
    meta: { name: `Long ${"name ".repeat(12)}`.trim() },
    base_url: new URL(REDIRECT_URI).origin,
    scopes: { permissions: ["company/products/read", `own/${"long-".repeat(20)}scope`] },
  });
  await page.goto(authorizePath(demo.company_id, client));
  await expect(page.getByRole("button", { name: /^Allow/ })).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await page.getByRole("button", { name: "Ask them to allow it" }).click();
  await expect(page.getByText("Your request was sent.")).toBeVisible();
  await expectAccessible(page);

  await adoptSession(page, seller);
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "Connected extensions" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Waiting for your answer" })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await obtainTokens(request, seller, demo.company_id, client);
  await page.goto(`${path}/${client.clientId}`);
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.goto(`${path}/${client.clientId}/history`);
  await page.locator("main summary").click();
  await expectAccessible(page);
  await adoptSession(page, staff);
  await page.goto(`${path}/${client.clientId}`);
  await expect(page.getByText("Owners and admins of the company can remove it.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(0);
});

test("consent, a changed request, and a rejected request are accessible in both themes", async ({
  sellerPage: page,
  request,
  seller,
  management,
  demo,
}) => {
  const scopes = ["company/products/read", "company/orders/read", "company/profile", "own/scope"];
  const client = await registerExtension(management, { scopes: { permissions: scopes } });
  await page.goto(authorizePath(demo.company_id, client));
  await expect(page.getByRole("heading", { name: "It will be able to" })).toBeVisible();
  await expectAccessibleInBothThemes(page);

  const before = { ...client, scopes: ["company/products/read", "company/locations/read"] };
  await management.call("PATCH", `/${client.clientId}`, {
    data: { scopes: { permissions: [...scopes, ...before.scopes] } },
  });
  await obtainTokens(request, seller, demo.company_id, before);
  await page.goto(authorizePath(demo.company_id, client));
  await expect(page.getByRole("heading", { name: "It also asks to" })).toBeVisible();
  for (const summary of await page.locator("summary").all()) await summary.click();
  await expectAccessibleInBothThemes(page);

  await page.getByRole("button", { name: "Don’t allow" }).click();
  await expect(page.getByRole("heading", { name: "Nothing was shared" })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test("a page without a membership is accessible, and so is an authorize error", async ({
  page,
  seller,
  demo,
  database: _,
}) => {
  await become(page, await mintUser());
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await adoptSession(page, seller);
  const unknown = { clientId: "0".repeat(24), clientSecret: "", scopes: [] };
  const answer = await page.goto(authorizePath(demo.company_id, unknown));
  expect(answer?.status()).toBeGreaterThanOrEqual(400);
  await expectAccessibleInBothThemes(page);
});

test("the phone navigation shows the current page at any scroll position", async ({
  page,
  database: _,
}) => {
  const { organizationId, owner } = await mintOrganization();
  await become(page, owner);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/organization/${organizationId}/settings`);
  await expect(page.getByRole("link", { name: "Settings", exact: true })).toBeInViewport();
});
