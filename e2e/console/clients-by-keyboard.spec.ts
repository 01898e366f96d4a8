import { db } from "@/lib/core/db/client";
import { pressOn, writeInto } from "@/test/browser/by-keyboard";
import {
  button,
  dialog,
  link,
  noticeText,
  openClient,
  openOrganization,
} from "@/test/browser/console-parts";
import { expectAccessible } from "@/test/browser/expect-accessible";
import { expectFocusOn, tabTo } from "@/test/browser/tab-to";
import { expect, test } from "@/test/browser/test";
import { mintCompany, mintGrant } from "@/test/factories/mint";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("a mistake in a new client moves the focus to its field; its secret can be copied in each format", async ({
  page,
  database: _,
}) => {
  const { home } = await openOrganization(page, "developer");
  await page.goto(`${home}/clients`);
  await pressOn(page, link(page, "New extension").first());
  const name = page.getByLabel("Name", { exact: true });
  const url = page.getByLabel("URL of the extension");
  await expectFocusOn(name);
  await pressOn(page, button(page, "Create extension"));
  await expectFocusOn(name);
  await expect(page.getByText("Fill in this field.")).toBeVisible();
  await writeInto(page, name, "Parcel");
  await writeInto(page, url, "http://parcel.example.com");
  await pressOn(page, button(page, "Create extension"));
  await expectFocusOn(url);
  await expect(page.getByText("It must use https.")).toBeVisible();
  await writeInto(page, url, "https://parcel.example.com/");
  await expect(page.getByText("https://parcel.example.com/fp/auth", { exact: true })).toBeVisible();
  await pressOn(page, button(page, "Create extension"));

  await expectFocusOn(page.getByRole("heading", { name: "Parcel was created" }));
  await tabTo(page, page.getByRole("tab", { name: ".env" }));
  for (const [tab, text] of [
    ["curl", "curl"],
    ["Kubernetes", "kind: Secret"],
  ] as const) {
    await page.keyboard.press("ArrowRight");
    await expectFocusOn(page.getByRole("tab", { name: tab }));
    await expect(page.getByRole("tabpanel", { name: tab })).toContainText(text);
  }
  await pressOn(page, page.getByLabel("I have stored the secret"), "Space");
  await pressOn(page, button(page, "Connect the extension"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Parcel");
});

test("unsaved edits are protected, and saving shows what someone else changed", async ({
  page,
  database: _,
}) => {
  const { path, client } = await openClient(page, "/configuration");
  const description = page.getByLabel("Description");
  await writeInto(page, description, "Mine.");
  const questions: string[] = [];
  page.on("dialog", async (question) => {
    questions.push(question.type());
    await question.dismiss();
  });
  await pressOn(page, link(page, "Companies"));
  await expect.poll(() => questions).toEqual(["beforeunload"]);
  await expect(page).toHaveURL(`${path}/configuration`);

  await db().client.update({
    where: { clientId: client.clientId },
    data: { tags: ["theirs"], description: "Theirs.", version: { increment: 1 } },
  });
  await pressOn(page, button(page, "Save"));
  const notice = noticeText(page, "Someone else changed this extension");
  await expect(notice).toContainText("theirs");
  await expectFocusOn(page.locator("[tabindex]").filter({ has: notice }));
  await expectAccessible(page);
  await pressOn(page, notice.getByLabel("Yours"), "Space");
  await pressOn(page, button(page, "Keep both changes"));
  await expectFocusOn(page.getByRole("main"));
  await expect(description).toHaveValue("Mine.");
  await pressOn(page, button(page, "Save"));
  await expect(noticeText(page, "Saved.")).toBeVisible();
  await pressOn(page, button(page, "Undo"));
  await expect(noticeText(page, "Undone.")).toBeVisible();
  await expect(description).toHaveValue("Theirs.");
  expect(questions).toHaveLength(1);
});

test("a client is deactivated, activated, deactivated again, deleted by name, and restored", async ({
  page,
  database: _,
}) => {
  const { home, client } = await openClient(page, "/configuration", "developer");
  const { companyId } = await mintCompany();
  await mintGrant(client.clientId, companyId, ["company/products/read"]);
  await tabTo(page, button(page, "Deactivate"));
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expectFocusOn(button(page, "Deactivate"));
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText("Live tokens")).toBeVisible();
  await expectFocusOn(button(page, "Cancel"));
  await pressOn(page, dialog(page).getByText("Show as API call"));
  await expect(dialog(page)).toContainText(`If-Match: "1"`);
  await expect(dialog(page)).toContainText("Blue Lotus Sarees");
  await expectAccessible(page);
  await pressOn(page, button(page, "Deactivate extension"));
  await expectFocusOn(button(page, "Activate"));
  await page.keyboard.press("Enter");
  await expectFocusOn(button(page, "Deactivate"));
  await page.keyboard.press("Enter");
  await pressOn(page, button(page, "Deactivate extension"));
  await expectFocusOn(button(page, "Activate"));
  await pressOn(page, button(page, "Delete"));
  await writeInto(page, dialog(page).getByLabel("Type Shipfast to confirm"), "Shipfast");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${home}/clients?view=deleted&done=deleted`);
  await pressOn(page, button(page, "Restore Shipfast"));
  await pressOn(page, button(page, "Restore client"));
  const outcome = page.getByRole("region", { name: "What happened" });
  await expectFocusOn(outcome);
  await pressOn(page, outcome.getByRole("link"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Shipfast");
});
