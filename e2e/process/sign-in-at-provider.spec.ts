import type { Page } from "@playwright/test";
import { LANGUAGE_COOKIE } from "@/lib/core/i18n/locales";
import { expectAccessibleInBothThemes } from "@/test/browser/expect-accessible";
import { givePassword } from "@/test/browser/people-parts";
import { test as base, expect } from "@/test/process/process-test";
import { serveProvider, type TestProvider } from "@/test/process/provider/serve-provider";
import { commands } from "@/test/process/server-process";
import { demoOf } from "@/test/process/signed-in-demo";
import { authorizePath } from "@/test/requests/http/authorize-path";

const test = base.extend<{ provider: TestProvider }>({
  provider: async ({ instance }, use) => {
    const provider = await serveProvider(instance.baseUrl);
    await use(provider);
    await provider.close();
  },
});

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("people sign in and out at the provider without a page; newcomers and faults get one with advice", async ({
  page,
  instance,
  provider,
  startServer,
}) => {
  await startServer({ env: { ...provider.env, OIDC_COMPANIES_CLAIM: "companies", DEMO: "1" } });
  const demo = demoOf(instance);
  const { baseUrl } = instance;
  const companies = [{ id: demo.company_id, role: "owner" }];
  provider.accounts.set("mira", { claims: { companies, email: "mira@example.com" } });
  const extension = { clientId: demo.extension.client_id, scopes: [] };
  const callback = { redirect_uri: `${demo.extension.base_url}/fp/auth` };
  const authorize = `${baseUrl}${authorizePath(demo.company_id, extension, callback)}`;

  await test.step("the sign-in page offers the provider and passwords", async () => {
    await page.goto(`${baseUrl}/`);
    await expect(page.getByRole("link", { name: "Continue with Acme ID" })).toBeVisible();
    await expect(page.getByLabel("Password")).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });

  await test.step("they sign in at the provider and are where they were going", async () => {
    await page.goto(authorize);
    await expect(page.getByText("Sign in to continue with")).toBeVisible();
    await signInThere(page, "mira");
    await expect(page).toHaveURL(/\/consent\//);
  });

  await test.step("signed in there but not here, they type nothing and see no page", async () => {
    await page.context().clearCookies({ name: "latchkey.session" });
    const visited: string[] = [];
    page.on("framenavigated", (frame) => visited.push(new URL(frame.url()).pathname));
    await page.goto(authorize);
    await expect(page).toHaveURL(/\/consent\//);
    expect(visited).not.toEqual([]);
    for (const path of visited) expect(path).toMatch(/^\/consent\//);
  });

  await test.step("signing out at the provider signs them out here", async () => {
    await page.goto(`${provider.issuer}/session/end`);
    await page.getByRole("button", { name: /yes/i }).click();
    await expect(page.getByText(/sign-out success/i).first()).toBeVisible();
    await page.goto(`${baseUrl}/profile`);
    await expect(page).toHaveURL(/\/sign-in\?/);
  });

  await test.step("signing out here signs them out there", async () => {
    await signInThere(page, "mira");
    await expect(page).toHaveURL(`${baseUrl}/profile`);
    await expect(page.getByRole("heading", { name: "Sign-in with Acme ID" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Password" })).toHaveCount(0);
    await expectAccessibleInBothThemes(page);
    await page.locator("[popovertarget=person-menu]").click();
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(page).toHaveURL(/\/session\/end/);
    await page.getByRole("button", { name: /yes/i }).click();
    await expect(page).toHaveURL(/\/sign-in\?signed_out=1/);
    await expect(page.getByText("You are signed out.")).toBeVisible();
    await page.goto(authorize);
    await expect(page).toHaveURL(/\/sign-in\?/);
  });

  await test.step("a newcomer without a membership learns who to ask", async () => {
    provider.accounts.set("newcomer", {
      claims: { email: "new@example.com", companies: [{ id: 7_000_000, role: "owner" }] },
    });
    await page.context().clearCookies();
    await page.goto(`${baseUrl}/`);
    await signInThere(page, "newcomer");
    await expect(
      page.getByText("You don't belong to an organization or company yet"),
    ).toBeVisible();
    await expect(page.getByText("company 7000000")).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });

  await test.step("claims that cannot be used are named, and signing in can be tried again", async () => {
    provider.accounts.set("newcomer", { claims: { companies: "all" } });
    await page.goto(`${baseUrl}/api/auth/signin/oidc?return_to=%2Fprofile`);
    await expect(
      page.getByText("Acme ID sent a list of companies that we cannot use."),
    ).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.getByRole("link", { name: "Try again with Acme ID" }).click();
    await expect(page).toHaveURL(/\/sign-in\/problem\?error=provider_claims/);
  });

  await test.step("a provider that is down has a page, in German too", async () => {
    await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: "de", url: baseUrl }]);
    await page.goto(
      `${baseUrl}/sign-in/problem?error=provider_down&request=6b02ac3731b93894d6387abe`,
    );
    await expect(page.getByText("Acme ID antwortet nicht.")).toBeVisible();
    await expect(page.getByText("Anfrage 6b02ac3731b93894d6387abe")).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });
});

test("a person with a password links the provider's account, and operators keep their passwords", async ({
  page,
  instance,
  provider,
  startServer,
  spawnServer,
}) => {
  await startServer({ env: { ...provider.env, PASSWORD_SIGN_IN: "0", DEMO: "1" } });
  const { owner } = demoOf(instance);
  const { baseUrl } = instance;

  await test.step("passwords are hidden, and denied to those who are not operators", async () => {
    await page.goto(`${baseUrl}/sign-in`);
    await expect(page.getByRole("link", { name: "Continue with Acme ID" })).toBeVisible();
    await expect(page.getByLabel("Password")).toHaveCount(0);
    await page.goto(`${baseUrl}/sign-in?password=1`);
    await givePassword(page, owner.email, owner.password);
    await expect(page.getByText("passwords are turned off here")).toBeVisible();
    await expect(page.getByLabel("Password")).toBeVisible();
  });

  await test.step("npm run operator makes one", async () => {
    const command = [...commands.latchkey, "operator", owner.email] as const;
    const { output, ended } = spawnServer({ command: [...command] });
    expect(await ended, output()).toBe(0);
    expect(output()).toContain(`${owner.email} is an operator now`);
  });

  await test.step("an operator signs in with a password and links the account", async () => {
    await page.goto(`${baseUrl}/sign-in?password=1&return_to=%2Fprofile`);
    await givePassword(page, owner.email, owner.password);
    const panel = page.locator("#provider");
    await expect(panel.getByText("Link your account at Acme ID")).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await panel.getByLabel("Your password").fill(owner.password);
    await panel.getByRole("button", { name: "Link my account at Acme ID" }).click();
    await page.getByLabel("Account").fill("owner-there");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(panel.getByText("Your account is linked.")).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });

  await test.step("and signs in with it", async () => {
    await page.context().clearCookies();
    await page.goto(`${baseUrl}/profile`);
    await signInThere(page, "owner-there");
    await expect(page.locator("#name").getByText(owner.email)).toBeVisible();
  });
});

async function signInThere(page: Page, sub: string): Promise<void> {
  await page.getByRole("link", { name: /Continue with Acme ID/ }).click();
  await page.getByLabel("Account").fill(sub);
  await page.getByRole("button", { name: "Sign in" }).click();
}
