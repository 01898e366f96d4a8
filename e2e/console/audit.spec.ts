import { newId } from "@/lib/core/crypto/ids";
import { become } from "@/test/browser/become";
import { pressOn } from "@/test/browser/by-keyboard";
import { button, link, noticeText } from "@/test/browser/console-parts";
import { tabTo } from "@/test/browser/tab-to";
import { expect, test } from "@/test/browser/test";
import { type MintedOrganization, mintClient, mintOrganization } from "@/test/factories/mint";
import { mintAuditRows } from "@/test/factories/mint-audit";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** An organization with a client and a few audit rows, the last of them a change of its name. */
async function mintLog(): Promise<MintedOrganization & { clientId: string }> {
  const organization = await mintOrganization();
  const { organizationId, owner } = organization;
  const { clientId } = await mintClient(organizationId, { name: "Slowship" });
  const target = `client:${clientId}`;
  await mintAuditRows(organizationId, owner.userId, [
    { action: "client.created", target: `client:${newId()}`, after: { name: "Another" } },
    { action: "client.created", target, after: { name: "Shipfast" } },
    {
      target,
      before: { name: "Shipfast", redirect_urls: ["https://a.example", "https://b.example"] },
      after: { name: "Slowship", redirect_urls: ["https://b.example", "https://c.example"] },
      requestId: "request-of-the-change",
    },
  ]);
  return { ...organization, clientId };
}

test("by keyboard: one verifies the log, filters, exports, and opens an entry to read what changed", async ({
  page,
  database: _,
}) => {
  const { organizationId, owner } = await mintLog();
  await become(page, owner);
  await page.goto(`/organization/${organizationId}`);
  await pressOn(page, link(page, "Logs"));
  await pressOn(page, link(page, "Audit"));
  await pressOn(page, button(page, "Verify"));
  await expect(noticeText(page, "All 3 entries are intact.")).toBeVisible();
  await tabTo(page, page.getByLabel("Action"));
  await page.keyboard.type("Extension created");
  await expect(page).toHaveURL(/action=client.created/);
  await expect(page.getByRole("row")).toHaveCount(3);
  const download = page.waitForEvent("download");
  await pressOn(page, button(page, "Export"));
  await pressOn(page, link(page, "CSV"));
  expect((await download).suggestedFilename()).toBe(`audit-${organizationId}.csv`);
  await pressOn(page, link(page, "Clear filters"));

  const row = page.getByRole("row").filter({ hasText: "changed Slowship" });
  await pressOn(page, row.locator("summary"));
  const changes = ["Removed:Shipfast", "Removed:https://a.example"];
  for (const text of [...changes, "Added:Slowship", "Added:https://c.example"]) {
    await expect(row.getByRole("definition").filter({ hasText: text })).toBeVisible();
  }
  await expect(row).not.toContainText("https://b.example");
  for (const fact of [owner.email, "192.0.2.7", "request-of-the-change"]) {
    await expect(row).toContainText(fact);
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the filters work and stay in the URL", async ({ page, database: _ }) => {
    const { organizationId, owner, clientId } = await mintLog();
    await become(page, owner);
    await page.goto(`/organization/${organizationId}/audit`);
    await page.getByLabel("Action").selectOption({ label: "Extension created" });
    await page.getByLabel("Who").selectOption({ label: `Asha Rao (${owner.email})` });
    await button(page, "Search").click();
    await expect(page).toHaveURL(/action=client.created/);
    await expect(page.getByRole("row")).toHaveCount(3);

    await page.getByText("More filters").click();
    await page.getByLabel("Client ID").fill(clientId);
    await button(page, "Search").click();
    await expect(page.getByRole("row")).toHaveCount(2);
    await page.getByLabel("From (UTC)").fill("2099-01-01T00:00");
    await button(page, "Search").click();
    await expect(page.getByRole("heading", { name: "Nothing matches" })).toBeVisible();
    await page.getByRole("link", { name: "Clear filters" }).first().click();
    await expect(page.getByRole("row")).toHaveCount(4);
  });
});
