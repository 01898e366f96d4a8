import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { become } from "@/test/browser/become";
import { button, openOrganization } from "@/test/browser/console-parts";
import { expectAccessible } from "@/test/browser/expect-accessible";
import { expect, test } from "@/test/browser/test";
import {
  mintClient,
  mintMember,
  mintOrganization,
  mintOrganizationGrant,
} from "@/test/factories/mint";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const SCOPES = ["company/products/read", "company/orders/read", `own/${"long-".repeat(20)}scope`];

/** An owner in the browser whose organization has granted another one's extension access. */
async function openInstalled(page: Page, name = "Shipfast") {
  const opened = await openOrganization(page);
  const { organizationId: publisherId } = await mintOrganization();
  const { clientId } = await mintClient(publisherId, { name, scopes: SCOPES });
  await mintOrganizationGrant(clientId, opened.organizationId, SCOPES, opened.owner.userId);
  return { ...opened, clientId };
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("an owner sees what has access, removes it, and downloads the receipt", async ({
    page,
    database: _connected,
  }) => {
    const { home, clientId, organizationId } = await openInstalled(page);
    await page.goto(`${home}/installed`);
    await expect(page).toHaveURL(/\/settings(#apps)?$/);
    const row = page.getByRole("row", { name: "Shipfast" });
    await expect(row).toContainText("by Asha Rao");
    await expect(row).toContainText("3 permissions");
    await row.getByRole("link", { name: "Shipfast" }).click();
    await expect(page.getByRole("region", { name: "What it can do" })).toContainText(
      "See products, prices and stock.",
    );
    await button(page, "Remove Shipfast").click();
    await expect(page).toHaveURL(`${home}/installed/${clientId}`);
    await page.getByRole("checkbox", { name: /I want to remove/ }).check();
    await button(page, "Remove Shipfast").click();
    await expect(page.getByText("Its access has stopped.")).toBeVisible();
    await expect(page.getByText("No app has access")).toBeVisible();

    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download the receipt" }).click();
    const { receipt } = JSON.parse(await readFile(await (await download).path(), "utf8"));
    expect(receipt).toMatchObject({ organization: { id: organizationId } });
    expect(receipt.entries.at(-1)).toMatchObject({ change: "revoked" });
  });
});

test("the apps with access, and one with a long name, are accessible; a developer cannot remove it", async ({
  page,
  database: _connected,
}) => {
  const name = `Long ${"name ".repeat(12)}`.trim();
  const { home, clientId, organizationId } = await openInstalled(page, name);
  await page.goto(`${home}/settings?removed=${"0".repeat(24)}`);
  await expect(page.getByText("Its access has stopped.")).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${home}/installed/${clientId}`);
  await expectAccessible(page);
  await become(page, await mintMember(organizationId, "developer"));
  await page.reload();
  await expect(page.getByText("An owner of the organization can remove it.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(0);
});
