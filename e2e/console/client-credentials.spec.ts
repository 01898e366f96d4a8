import { db } from "@/lib/core/db/client";
import { button, dialog, openClient } from "@/test/browser/console-parts";
import { expectAccessible } from "@/test/browser/expect-accessible";
import { expect, test } from "@/test/browser/test";
import { MINTED_PASSWORD } from "@/test/factories/mint";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const HOUR_MS = 3_600_000;

/** Sets when a secret was last used, and from where. */
async function use(secretId: string, hoursAgo: number) {
  const lastUsedAt = new Date(Date.now() - hoursAgo * HOUR_MS);
  await db().clientSecret.update({
    where: { id: secretId },
    data: { lastUsedAt, lastUsedFrom: "203.0.113.7" },
  });
}

test("revealing a secret requires the password, and the panel can hide it again", async ({
  page,
  database: _,
}) => {
  const { client } = await openClient(page, "/credentials");
  const reveal = page.getByRole("button", { name: /^Reveal the secret/ });
  await reveal.click();
  await dialog(page).getByLabel("Your password").fill("not the password");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText("This is not your password.")).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByLabel("Your password").fill(MINTED_PASSWORD);
  await page.keyboard.press("Enter");

  const panel = page.getByRole("region", { name: /^The secret that ends with/ });
  await expect(panel.getByText(client.clientSecret, { exact: true })).toBeVisible();
  await panel.getByRole("tab", { name: "Kubernetes" }).click();
  await expect(panel).toContainText("kind: Secret");
  await expect(panel).toContainText(`EXTENSION_API_SECRET: "${client.clientSecret}"`);
  await expectAccessible(page);
  await button(page, "Hide it again").click();
  await expect(reveal).toBeVisible();
  expect(await page.content()).not.toContain(client.clientSecret);
});

test("guides a rotation from the new secret to revoking the old one", async ({
  page,
  database: _,
}) => {
  const { client } = await openClient(page, "/credentials", "developer");
  await button(page, "Rotate secret").click();
  await dialog(page).getByLabel("Keep current secrets valid for").selectOption("604800");
  await dialog(page).getByText("Show as API call").click();
  await expect(dialog(page)).toContainText('"overlap_seconds": 604800');
  await button(page, "Create a new secret").click();
  await page.getByLabel("I have stored the secret").check();
  await button(page, "Done").click();

  const step = page.getByRole("region", { name: "Rotation" }).locator("[aria-current=step]");
  await expect(step).toContainText("Use the new secret");
  const newSecret = await db().clientSecret.findFirstOrThrow({
    where: { clientId: client.clientId, id: { not: client.secretId } },
  });
  await use(newSecret.id, 0);
  await use(client.secretId, 3);
  await page.reload();
  await expect(step).toContainText("was last used 3 hours ago from 203.0.113.7");

  await use(client.secretId, 25);
  await page.reload();
  await expect(step).toContainText("it is safe to revoke");
  await page.getByRole("button", { name: /^Revoke the old secret/ }).click();
  await expect(dialog(page)).toContainText("Live tokens");
  await button(page, "Revoke secret").click();
  await expect(page.getByRole("region", { name: "Rotation" })).toHaveCount(0);
  const old = await db().clientSecret.findUniqueOrThrow({ where: { id: client.secretId } });
  expect(old.revokedAt).not.toBeNull();
});
