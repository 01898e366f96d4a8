import type { Browser, Page } from "@playwright/test";
import { newId } from "@/lib/core/crypto/ids";
import { become } from "@/test/browser/become";
import { button, choose, dialog } from "@/test/browser/console-parts";
import { expectAccessible } from "@/test/browser/expect-accessible";
import { tabTo } from "@/test/browser/tab-to";
import { expect, test } from "@/test/browser/test";
import {
  MINTED_PASSWORD,
  type MintedUser,
  mintCompany,
  mintMember,
  mintOrganization,
  mintUser,
} from "@/test/factories/mint";
import { mintInvitation } from "@/test/factories/mint-invitation";
import { codeOf, mintSecondFactor } from "@/test/factories/mint-second-factor";
import { authorizePath } from "@/test/requests/http/authorize-path";
import { registerExtension } from "@/test/requests/http/extension-client";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** A page in another browser. */
async function anotherBrowser(browser: Browser, baseURL = ""): Promise<Page> {
  const context = await browser.newContext({ baseURL, reducedMotion: "reduce" });
  return context.newPage();
}

async function givePassword(page: Page, email: string, returnTo = "/profile"): Promise<void> {
  await page.goto(`/sign-in?${new URLSearchParams({ return_to: returnTo })}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(MINTED_PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
}

test("an owner invites a person, who creates an account, gets another role, and is removed", async ({
  page,
  browser,
  baseURL,
  database: _,
}) => {
  const { organizationId, owner } = await mintOrganization();
  const email = `${newId()}@example.com`;
  await become(page, owner);
  await page.goto(`/organization/${organizationId}/members`);
  await button(page, "Invite").click();
  await dialog(page).getByLabel("Email").fill(email);
  await dialog(page).getByRole("radio", { name: "Auditor" }).check();
  await dialog(page).getByRole("button", { name: "Invite" }).click();
  const notice = page.getByRole("status").filter({ hasText: "Give this link" });
  const link = (await notice.getByRole("code").textContent()) ?? "";

  const theirs = await anotherBrowser(browser, baseURL);
  await theirs.goto(link);
  await expect(theirs.getByRole("heading", { name: "Join Shipfast Labs" })).toBeVisible();
  await theirs.getByLabel("First name").fill("Nia");
  await theirs.getByLabel("Last name").fill("Okafor");
  await theirs.getByLabel("Password").fill("short");
  await theirs.getByLabel("Password").evaluate((input) => input.removeAttribute("minlength"));
  await theirs.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(theirs.getByText("Choose a password of 12")).toBeVisible();
  await theirs.getByLabel("First name").fill("Nia");
  await theirs.getByLabel("Last name").fill("Okafor");
  await theirs.getByLabel("Password").fill(MINTED_PASSWORD);
  await theirs.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(theirs).toHaveURL(`/organization/${organizationId}/clients`);
  await expect(theirs.getByRole("link", { name: "New client" })).toHaveCount(0);

  await page.reload();
  const row = page.getByRole("row", { name: /Nia Okafor/ });
  await expect(row).toContainText("Auditor");
  await choose(row, "Change role of Nia Okafor");
  await page.getByRole("dialog").getByRole("radio", { name: "Developer" }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Change role" }).click();
  // The dialog, which names each role, is part of the row until the change is done.
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(row).toContainText("Developer");
  await theirs.reload();
  await expect(theirs.getByRole("link", { name: "New client" }).first()).toBeVisible();

  await choose(row, "Remove Nia Okafor");
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(row).toHaveCount(0);
  await theirs.reload();
  await expect(theirs.getByRole("heading", { name: "This page does not exist" })).toBeVisible();
});

test("an invited person with an account signs in to accept, and no one else can", async ({
  page,
  database: _,
}) => {
  const { organizationId, owner } = await mintOrganization();
  const { email } = await mintUser();
  const { token } = await mintInvitation(organizationId, { email });
  await become(page, owner);
  await page.goto(`/invitation/${token}`);
  await page.getByRole("button", { name: "Use another account" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(MINTED_PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(page).toHaveURL(`/organization/${organizationId}/clients`);
});

test("sign-in asks for an enabled second factor, and a recovery code replaces it once", async ({
  page,
  browser,
  baseURL,
  database: _,
}) => {
  const person = await mintUser();
  await become(page, person);
  await page.goto("/profile");
  const panel = page.getByRole("region", { name: "Second factor" });
  await panel.getByLabel("Your password").fill(MINTED_PASSWORD);
  await panel.getByRole("button", { name: "Set up a second factor" }).click();
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  const key = (await page.getByRole("code").textContent())?.replaceAll(" ", "") ?? "";
  await page.getByLabel("Code", { exact: true }).fill(codeOf(key));
  await page.getByRole("button", { name: "Turn on the second factor" }).click();
  const shown = await page.getByRole("group", { name: "Recovery codes" }).textContent();
  const [recoveryCode = ""] = shown?.split("\n") ?? [];
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: /^Download/ }).click();
  expect((await download).suggestedFilename()).toBe("latchkey-recovery-codes.txt");
  await page.getByRole("link", { name: /^I have saved them/ }).click();
  await expect(page.getByText("10 recovery codes are left.")).toBeVisible();

  const otherBrowser = await anotherBrowser(browser, baseURL);
  await givePassword(otherBrowser, person.email);
  await giveCode(otherBrowser, "000 000");
  await expect(otherBrowser.getByText("That code is wrong")).toBeVisible();
  // The setup used the first code's step.
  await giveCode(otherBrowser, codeOf(key, 1));
  await expect(otherBrowser).toHaveURL("/profile");

  const third = await anotherBrowser(browser, baseURL);
  await givePassword(third, person.email);
  await giveCode(third, recoveryCode);
  await expect(third).toHaveURL("/profile");
  await expect(third.getByText("9 recovery codes are left.")).toBeVisible();
  await third.context().clearCookies();
  await givePassword(third, person.email);
  await giveCode(third, recoveryCode);
  await expect(third.getByText("or was already used")).toBeVisible();
});

test("consent waits for the second factor, even without JavaScript", async ({
  browser,
  baseURL,
  management,
  database: _,
}) => {
  const { companyId, seller } = await mintCompany();
  const { secret } = await mintSecondFactor(seller.userId);
  const client = await registerExtension(management);
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(authorizePath(companyId, client));
  await page.getByLabel("Email").fill(seller.email);
  await page.getByLabel("Password").fill(MINTED_PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Sign in to continue with")).toBeVisible();
  await giveCode(page, codeOf(secret));
  await expect(page.getByRole("button", { name: /^Allow/ })).toBeVisible();
  await context.close();
});

test("an organization that requires a second factor sends members without one to their profile", async ({
  page,
  browser,
  baseURL,
  database: _,
}) => {
  const { organizationId, owner } = await mintOrganization();
  const member = await mintMember(organizationId, "developer");
  await mintSecondFactor(owner.userId);
  await become(page, owner);
  await page.goto(`/organization/${organizationId}/settings`);
  await expect(page.getByText("One member has no second factor.")).toBeVisible();
  await page.getByRole("button", { name: "Require a second factor" }).click();
  await expect(page.getByText("Required", { exact: true })).toBeVisible();

  const theirs = await anotherBrowser(browser, baseURL);
  await become(theirs, member);
  await theirs.goto(`/organization/${organizationId}/clients`);
  await expect(theirs).toHaveURL(/\/profile\?/);
  await expect(theirs.getByText("Shipfast Labs requires a second factor.")).toBeVisible();
  await mintSecondFactor(member.userId);
  await theirs.goto(`/organization/${organizationId}/clients`);
  await expect(theirs.getByRole("heading", { level: 1 })).toHaveText("OAuth clients");
});

test("by keyboard: an owner signs in with a second factor and invites a person", async ({
  page,
  database: _,
}) => {
  const { organizationId, owner } = await mintOrganization();
  const { secret } = await mintSecondFactor(owner.userId);
  const path = `/organization/${organizationId}/members`;
  await page.goto(`/sign-in?${new URLSearchParams({ return_to: path })}`);
  await tabTo(page, page.getByLabel("Email"));
  await page.keyboard.type(owner.email);
  await tabTo(page, page.getByLabel("Password"));
  await page.keyboard.type(MINTED_PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  await page.keyboard.type(codeOf(secret));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(path);
  const email = `${newId()}@example.com`;
  await tabTo(page, button(page, "Invite"));
  await page.keyboard.press("Enter");
  await tabTo(page, dialog(page).getByLabel("Email"));
  await page.keyboard.type(email);
  await tabTo(page, dialog(page).getByRole("radio", { name: "Developer" }));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Give this link to ${email} yourself.`)).toBeVisible();
  await expect(page.getByRole("row", { name: email })).toContainText("Auditor");
});

const ownPages: readonly {
  page: string;
  open: (page: Page, person: MintedUser, organizationId: string) => Promise<void>;
}[] = [
  {
    page: "a change of role",
    open: async (page, _person, organizationId) => {
      await page.goto(`/organization/${organizationId}/members`);
      await choose(page, /^Change role/);
    },
  },
  {
    page: "the profile with a second factor",
    open: async (page, { userId }) => {
      await mintSecondFactor(userId);
      await page.goto("/profile?notice=second_factor_kept&section=second-factor");
      for (const summary of await page.locator("summary").all()) await summary.click();
    },
  },
  {
    page: "the setup of a second factor, with its recovery codes,",
    open: async (page) => {
      await page.goto("/profile");
      const panel = page.getByRole("region", { name: "Second factor" });
      await panel.getByLabel("Your password").fill(MINTED_PASSWORD);
      await panel.getByRole("button").click();
      const key = (await page.getByRole("code").textContent())?.replaceAll(" ", "") ?? "";
      await expectAccessible(page);
      await page.getByLabel("Code", { exact: true }).fill(codeOf(key));
      await page.getByRole("button", { name: "Turn on the second factor" }).click();
      await expect(page.getByRole("group", { name: "Recovery codes" })).toBeVisible();
    },
  },
  {
    page: "an invitation for someone else",
    open: async (page, _person, organizationId) => {
      const { token } = await mintInvitation(organizationId);
      await page.goto(`/invitation/${token}`);
    },
  },
  {
    page: "an invitation that was revoked",
    open: async (page, _person, organizationId) => {
      const { token } = await mintInvitation(organizationId, { revokedAt: new Date() });
      await page.goto(`/invitation/${token}`);
    },
  },
  {
    page: "an invitation for a new person",
    open: async (page, _person, organizationId) => {
      await page.context().clearCookies();
      const { token } = await mintInvitation(organizationId);
      await page.goto(`/invitation/${token}?invalid=password`);
    },
  },
  {
    page: "the request for a code at sign-in",
    open: async (page, { userId, email }) => {
      await page.context().clearCookies();
      await mintSecondFactor(userId);
      await givePassword(page, email);
      await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
    },
  },
];

for (const { page: name, open } of ownPages) {
  test(`${name} is accessible`, async ({ page, database: _ }) => {
    const { organizationId, owner } = await mintOrganization();
    await become(page, owner);
    await open(page, owner, organizationId);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page);
  });
}
