import { db } from "@/lib/core/db/client";
import { pressOn, writeInto } from "@/test/browser/by-keyboard";
import {
  button,
  dialog,
  link,
  noticeText,
  openClient,
  openOrganization,
  panelOf,
} from "@/test/browser/console-parts";
import { expectFocusOn, tabTo } from "@/test/browser/tab-to";
import { expect, test } from "@/test/browser/test";
import { MINTED_PASSWORD, mintClient, mintSecret } from "@/test/factories/mint";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test.describe("clients", () => {
  test("the list can be sorted and paged, and going back returns to the same page", async ({
    page,
    database: _,
  }) => {
    const { organizationId, home } = await openOrganization(page);
    for (let at = 10; at < 31; at += 1) await mintClient(organizationId, { name: `Parcel ${at}` });
    await page.goto(home);
    await pressOn(page, link(page, "Clients"));
    await pressOn(page, link(page, "Name"));
    await expect(page).toHaveURL(`${home}/clients?sort=name`);
    await expectFocusOn(link(page, "Name"));
    await pressOn(page, link(page, "Next"));
    await expect(page).toHaveURL(`${home}/clients?sort=name&page=2`);
    await expect(page.getByRole("rowheader").locator("bdi")).toHaveText("Parcel 30");
    await expectFocusOn(panelOf(page, page.getByRole("table")));
    await pressOn(page, link(page, "Parcel 30"));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Parcel 30");
    await page.goBack();
    await expect(page).toHaveURL(`${home}/clients?sort=name&page=2`);
  });

  test("a mistake in a new client moves the focus to its field and says what to change", async ({
    page,
    database: _,
  }) => {
    const { home } = await openOrganization(page, "developer");
    await page.goto(`${home}/clients`);
    await pressOn(page, link(page, "New client").first());
    const name = page.getByLabel("Name", { exact: true });
    const url = page.getByLabel("URL of the extension");
    await expectFocusOn(name);
    await pressOn(page, button(page, "Create client"));
    await expectFocusOn(name);
    await expect(page.getByText("Enter a name.")).toBeVisible();
    await writeInto(page, name, "Parcel");
    await writeInto(page, url, "http://parcel.example.com");
    await pressOn(page, button(page, "Create client"));
    await expectFocusOn(url);
    await expect(page.getByText("It must use https.")).toBeVisible();
  });

  test("a new client needs a name and a URL, and its secret can be copied in each format", async ({
    page,
    database: _,
  }) => {
    const { home } = await openOrganization(page, "developer");
    await page.goto(`${home}/clients/new`);
    await writeInto(page, page.getByLabel("Name", { exact: true }), "Parcel");
    await writeInto(page, page.getByLabel("URL of the extension"), "https://parcel.example.com/");
    await expect(
      page.getByText("https://parcel.example.com/fp/auth", { exact: true }),
    ).toBeVisible();
    await pressOn(page, button(page, "Create client"));

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
    await pressOn(page, button(page, "Continue to the quick start"));
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
      data: { tags: ["theirs"], version: { increment: 1 } },
    });
    await pressOn(page, button(page, "Save"));
    const notice = noticeText(page, "Someone else changed this client");
    await expect(notice).toContainText("theirs");
    await expectFocusOn(page.locator("[tabindex]").filter({ has: notice }));
    await pressOn(page, button(page, "Keep both changes"));
    await expectFocusOn(page.getByRole("main"));
    await expect(description).toHaveValue("Mine.");
    await pressOn(page, button(page, "Save"));
    await expect(noticeText(page, "Saved.")).toBeVisible();
    await pressOn(page, button(page, "Undo"));
    await expect(noticeText(page, "Undone.")).toBeVisible();
    await expect(description).toHaveValue("");
    expect(questions).toHaveLength(1);
  });

  test("a client is deactivated, activated, deactivated again, deleted by name, and restored", async ({
    page,
    database: _,
  }) => {
    const { home, client } = await openClient(page, "/configuration", "developer");
    await tabTo(page, button(page, "Deactivate"));
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await expectFocusOn(button(page, "Deactivate"));
    await page.keyboard.press("Enter");
    await expect(dialog(page).getByText("Live tokens")).toBeVisible();
    await pressOn(page, dialog(page).getByText("Show as API call"));
    await expect(dialog(page)).toContainText(client.clientId);
    await pressOn(page, button(page, "Deactivate client"));
    await expectFocusOn(button(page, "Activate"));
    await page.keyboard.press("Enter");
    await expectFocusOn(button(page, "Deactivate"));
    await page.keyboard.press("Enter");
    await pressOn(page, button(page, "Deactivate client"));
    await expectFocusOn(button(page, "Activate"));
    await pressOn(page, button(page, "Delete"));
    await writeInto(page, dialog(page).getByLabel("Type Shipfast to confirm"), "Shipfast");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${home}/clients?view=deleted&done=deleted`);
    await pressOn(page, button(page, "Restore Shipfast"));
    const outcome = page.getByRole("region", { name: "What happened" });
    await expectFocusOn(outcome);
    await pressOn(page, outcome.getByRole("link"));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Shipfast");
  });
});

test.describe("secrets", () => {
  test("a named secret is created with an overlap, the old one is revoked, and the focus stays in the list", async ({
    page,
    database: _,
  }) => {
    const { client } = await openClient(page, "/credentials", "developer");
    const secrets = page.getByRole("region", { name: "Credentials" });
    await pressOn(page, button(page, "Rotate secret"));
    await tabTo(page, dialog(page).getByLabel("Keep current secrets valid for"));
    await page.keyboard.press("ArrowDown");
    await writeInto(page, dialog(page).getByLabel("Name"), "blue");
    await page.keyboard.press("Enter");
    await expectFocusOn(page.getByRole("heading", { name: "The new secret" }));
    await pressOn(page, page.getByLabel("I have stored the secret"), "Space");
    await pressOn(page, button(page, "Done"));
    await expectFocusOn(secrets);
    await expect(secrets).toContainText("blue");

    const last = client.clientSecret.slice(-4);
    await pressOn(page, button(page, `Revoke the secret that ends with ${last}`));
    await pressOn(page, button(page, "Revoke secret"));
    await expect(page.getByRole("region", { name: "Rotation" })).toHaveCount(0);
    await expectFocusOn(secrets);
  });

  test("a secret is revealed for the password and hidden again, and errors say why", async ({
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
    await writeInto(page, password, MINTED_PASSWORD);
    await page.keyboard.press("Enter");
    await expectFocusOn(page.getByRole("heading", { name: `The secret that ends with ${last}` }));
    await pressOn(page, button(page, "Hide it again"));
    await expectFocusOn(page.getByRole("region", { name: "Credentials" }));

    await db().clientSecret.updateMany({
      where: { clientId: client.clientId, id: { not: client.secretId } },
      data: { revokedAt: new Date() },
    });
    await pressOn(page, button(page, `Revoke the secret that ends with ${last}`));
    await pressOn(page, button(page, "Revoke secret"));
    await expect(dialog(page).getByRole("alert")).toContainText("Nothing was changed.");
    await expectFocusOn(button(page, "Revoke secret"));
  });
});
