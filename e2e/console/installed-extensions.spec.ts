import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { become } from "@/test/browser/become";
import { button, dialog, openOrganization } from "@/test/browser/console-parts";
import { expect, test } from "@/test/browser/test";
import {
  mintClient,
  mintMember,
  mintOrganization,
  mintOrganizationGrant,
} from "@/test/factories/mint";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const SCOPES = ["company/products/read", "company/orders/read", "own/scope"];

/** An owner in the browser whose organization has granted another one's extension access. */
async function openInstalled(page: Page) {
  const opened = await openOrganization(page);
  const { organizationId: publisherId } = await mintOrganization();
  const { clientId } = await mintClient(publisherId, { name: "Shipfast", scopes: SCOPES });
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
    await button(page, "Remove").click();
    await dialog(page).getByRole("button", { name: "Remove" }).click();
    await expect(page).toHaveURL(`${home}/installed/${clientId}?removed=1`);
    await expect(page.getByText("Its access has stopped.")).toBeVisible();

    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "History" }).click();
    await page.getByRole("link", { name: "Download receipt" }).click();
    const { receipt } = JSON.parse(await readFile(await (await download).path(), "utf8"));
    expect(receipt).toMatchObject({ organization: { id: organizationId } });
    expect(receipt.entries.at(-1)).toMatchObject({ change: "revoked" });
  });
});

test("a developer reads who can remove an extension, and cannot", async ({
  page,
  database: _connected,
}) => {
  const { home, clientId, organizationId } = await openInstalled(page);
  await become(page, await mintMember(organizationId, "developer"));
  await page.goto(`${home}/installed/${clientId}`);
  await expect(page.getByText("An owner of the organization can remove it.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(0);
});
