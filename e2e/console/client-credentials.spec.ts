import { db } from "@/lib/core/db/client";
import { pressOn, writeInto } from "@/test/browser/by-keyboard";
import { button, dialog, openClient } from "@/test/browser/console-parts";
import { expectAccessible } from "@/test/browser/expect-accessible";
import { expectFocusOn } from "@/test/browser/tab-to";
import { expect, test } from "@/test/browser/test";
import { MINTED_PASSWORD, mintSecret } from "@/test/factories/mint";

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

test("by keyboard: a secret is revealed for the password and hidden again, and errors say why", async ({
  page,
  database: _,
}) => {
  const { client } = await openClient(page, "/credentials");
  await mintSecret(client.clientId);
  await page.reload();
  const last = client.clientSecret.slice(-4);
  await pressOn(page, button(page, `Reveal the secret that ends with ${last}`));
  const password = dialog(page).getByLabel("Your password");
  await writeInto(page, password, "not the password");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText("This is not your password.")).toBeVisible();
  await expectFocusOn(password);
  await expectAccessible(page);
  await writeInto(page, password, MINTED_PASSWORD);
  await page.keyboard.press("Enter");
  const title = `The secret that ends with ${last}`;
  await expectFocusOn(page.getByRole("heading", { name: title }));
  const panel = page.getByRole("region", { name: title });
  await expect(panel.getByText(client.clientSecret, { exact: true })).toBeVisible();
  await panel.getByRole("tab", { name: "Kubernetes" }).click();
  await expect(panel).toContainText(`EXTENSION_API_SECRET: "${client.clientSecret}"`);
  await expectAccessible(page);
  await pressOn(page, button(page, "Hide it again"));
  await expectFocusOn(page.getByRole("region", { name: "Credentials" }));
  expect(await page.content()).not.toContain(client.clientSecret);

  await db().clientSecret.updateMany({
    where: { clientId: client.clientId, id: { not: client.secretId } },
    data: { revokedAt: new Date() },
  });
  await pressOn(page, button(page, `Revoke the secret that ends with ${last}`));
  await pressOn(page, button(page, "Revoke secret"));
  await expect(dialog(page).getByRole("alert")).toContainText("Nothing was changed.");
  await expectFocusOn(button(page, "Revoke secret"));
});

test("by keyboard: a rotation is guided from the new, named secret to revoking the old one", async ({
  page,
  database: _,
}) => {
  const { client } = await openClient(page, "/credentials", "developer");
  const secrets = page.getByRole("region", { name: "Credentials" });
  await pressOn(page, button(page, "Rotate secret"));
  await expectFocusOn(dialog(page).getByLabel("Keep current secrets valid for"));
  await page.keyboard.press("ArrowDown");
  await writeInto(page, dialog(page).getByLabel("Name"), "blue");
  await page.keyboard.press("Enter");
  await expectFocusOn(page.getByRole("heading", { name: "The new secret" }));
  await pressOn(page, page.getByLabel("I have stored the secret"), "Space");
  await pressOn(page, button(page, "Done"));
  await expectFocusOn(secrets);
  await expect(secrets).toContainText("blue");

  const step = page.getByRole("region", { name: "Rotation" }).locator("[aria-current=step]");
  await expect(step).toContainText("Use the new secret");
  const newSecret = await db().clientSecret.findFirstOrThrow({
    where: { clientId: client.clientId, id: { not: client.secretId } },
  });
  await use(newSecret.id, 0);
  for (const [hoursAgo, advice] of [
    [3, "Last used 3 hr. ago from 203.0.113.7"],
    [25, "it is safe to revoke"],
  ] as const) {
    await use(client.secretId, hoursAgo);
    await page.reload();
    await expect(step).toContainText(advice);
  }
  await pressOn(page, button(page, /^Revoke the old secret/));
  await expect(dialog(page)).toContainText("Live tokens");
  await pressOn(page, button(page, "Revoke secret"));
  await expect(page.getByRole("region", { name: "Rotation" })).toHaveCount(0);
  await expectFocusOn(secrets);
  const last = client.clientSecret.slice(-4);
  await expect(button(page, `Revoke the secret that ends with ${last}`)).toHaveCount(0);
});
