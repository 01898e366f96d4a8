import { readDemoFile } from "@/lib/developer-tools/demo/demo-file";
import { givePassword } from "@/test/browser/people-parts";
import { expect, test } from "@/test/process/process-test";
import { serveMail } from "@/test/process/serve-mail";

test("a person who forgot their password gets a link by mail, sets a new one, and signs in", async ({
  page,
  instance,
  startServer,
}) => {
  const mail = await serveMail();
  await startServer({ env: { SMTP_URL: mail.url, MAIL_FROM: "latchkey@example.com" } });
  const { email } = readDemoFile(instance.dataDir)?.seller ?? { email: "" };
  await page.goto(`${instance.baseUrl}/sign-in`);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  for (const address of ["nobody@example.com", email]) {
    await page.goto(`${instance.baseUrl}/forgot-password`);
    await page.getByLabel("Email").fill(address);
    await page.getByRole("button", { name: "Send me a link" }).click();
    await expect(page.getByText("If this address has an account with a password")).toBeVisible();
  }
  await expect.poll(() => mail.mails.map(({ to }) => to[0])).toEqual([email]);
  const source = mail.mails[0]?.source.replaceAll("=\r\n", "") ?? "";
  const [link = ""] = /http\S+\/recover\/\S+/.exec(source) ?? [];
  await page.goto(link);
  await expect(page.getByText("A second factor stays on.")).toBeVisible();
  await page.getByLabel("New password").fill("a completely new password");
  await page.getByRole("button", { name: "Set the new password" }).click();
  await expect(page.getByText("Your new password is set.")).toBeVisible();
  await givePassword(page, email, "a completely new password");
  await expect(page).toHaveURL(/\/extensions$/);
  await page.goto(link);
  await expect(page.getByText("It was already used, has expired, or is incomplete.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Ask for a new link" })).toBeVisible();
  await mail.close();
});
