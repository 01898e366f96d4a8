import { become } from "@/test/browser/become";
import { pressOn, writeInto } from "@/test/browser/by-keyboard";
import { noticeText } from "@/test/browser/console-parts";
import { expectAccessible } from "@/test/browser/expect-accessible";
import { anotherBrowser, giveCode, givePassword } from "@/test/browser/people-parts";
import { expect, test } from "@/test/browser/test";
import { MINTED_PASSWORD, mintCompany, mintUser } from "@/test/factories/mint";
import { codeOf, mintSecondFactor } from "@/test/factories/mint-second-factor";
import { authorizePath } from "@/test/requests/http/authorize-path";
import { registerExtension } from "@/test/requests/http/extension-client";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const PASSWORD = "another password for tests";

test("by keyboard: a person sets password and second factor, and ends a session that began elsewhere", async ({
  page,
  browser,
  database: _,
}) => {
  // Each Tab is several messages to the browser.
  test.slow();
  const person = await mintUser();
  await become(page, person);
  await page.goto("/profile");
  await writeInto(page, page.getByLabel("Current password"), MINTED_PASSWORD);
  await writeInto(page, page.getByLabel("New password"), PASSWORD);
  await page.keyboard.press("Enter");
  await expect(noticeText(page, "password")).toBeVisible();

  const panel = page.getByRole("region", { name: "Second factor" });
  const password = panel.getByLabel("Your password").first();
  const code = page.getByLabel("Code", { exact: true }).first();
  const recoveryCodes = page.getByRole("group", { name: "Recovery codes" });
  await writeInto(page, password, PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await expectAccessible(page);
  const key = (await page.getByRole("code").textContent())?.replaceAll(" ", "") ?? "";
  await writeInto(page, code, codeOf(key));
  await page.keyboard.press("Enter");
  const firstCodes = (await recoveryCodes.textContent()) ?? "";
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await pressOn(page, page.getByRole("link", { name: /^Download/ }));
  expect((await download).suggestedFilename()).toBe("latchkey-recovery-codes.txt");
  await pressOn(page, page.getByRole("link", { name: /^I have saved them/ }));
  await expect(page.getByText("10 recovery codes are left.")).toBeVisible();
  await pressOn(page, panel.getByText("Create new recovery codes").first());
  await expectAccessible(page);
  await writeInto(page, password, PASSWORD);
  // The first code's step has been used.
  await writeInto(page, code, codeOf(key, 1));
  await page.keyboard.press("Enter");
  await expect(recoveryCodes).not.toHaveText(firstCodes);
  const [recoveryCode = ""] = (await recoveryCodes.textContent())?.split("\n") ?? [];

  const theirs = await anotherBrowser(browser);
  const signIn = async (withCode: string) => {
    await theirs.goto("/profile");
    await givePassword(theirs, person.email, PASSWORD);
    await giveCode(theirs, withCode);
  };
  await signIn("000 000");
  await expect(theirs.getByText("That code is wrong")).toBeVisible();
  await giveCode(theirs, recoveryCode);
  await expect(theirs).toHaveURL("/profile");
  await expect(theirs.getByText("9 recovery codes are left.")).toBeVisible();

  await page.goto("/profile");
  const sessions = page.getByRole("region", { name: "Where you are signed in" });
  await pressOn(page, sessions.getByRole("listitem").getByRole("button"));
  await expect(page.getByText("That browser was signed out.")).toBeVisible();
  await theirs.reload();
  await expect(theirs).toHaveURL(/\/sign-in\?/);
  await signIn(recoveryCode);
  await expect(theirs.getByText("or was already used")).toBeVisible();
  await theirs.context().close();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("consent waits for the second factor", async ({ page, management, database: _ }) => {
    const { companyId, seller } = await mintCompany();
    const { secret } = await mintSecondFactor(seller.userId);
    const client = await registerExtension(management);
    await page.goto(authorizePath(companyId, client));
    await givePassword(page, seller.email);
    await expect(page.getByText("Sign in to continue with")).toBeVisible();
    await giveCode(page, codeOf(secret));
    await expect(page.getByRole("button", { name: /^Allow/ })).toBeVisible();
  });
});
