import type { Locator, Page } from "@playwright/test";
import { become } from "@/e2e/support/become";
import { pressOn, writeInto } from "@/e2e/support/by-keyboard";
import {
  MINTED_PASSWORD,
  type MintedUser,
  mintClient,
  mintMember,
  mintOrganization,
  mintSecret,
} from "@/e2e/support/mint";
import { mintAuditRows } from "@/e2e/support/mint-audit";
import { mintEvents, refusal } from "@/e2e/support/mint-events";
import { mintInvitation } from "@/e2e/support/mint-invitation";
import { codeOf } from "@/e2e/support/mint-second-factor";
import { expectFocusOn, tabTo } from "@/e2e/support/tab-to";
import { expect, test } from "@/e2e/support/test";
import type { OrganizationRole } from "@/lib/auth/permissions";
import { newId } from "@/lib/crypto/ids";
import { db } from "@/lib/db/client";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true });
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
/** The panel that something is in; one without a title has no name either. */
const panelOf = (page: Page, content: Locator) =>
  page.locator("main section").filter({ has: content }).last();
const said = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

/** An organization of its own with a member of that role in the browser. */
async function openOrganization(page: Page, role: OrganizationRole = "owner") {
  const { organizationId, owner } = await mintOrganization();
  const member = role === "owner" ? owner : await mintMember(organizationId, role);
  await become(page, member);
  return { organizationId, owner, home: `/organization/${organizationId}` };
}

/** The same with a client, on one of whose pages the browser is. */
async function openClient(page: Page, segment: string, role: OrganizationRole = "admin") {
  const { organizationId, home } = await openOrganization(page, role);
  const client = await mintClient(organizationId);
  const path = `${home}/clients/${client.clientId}`;
  await page.goto(`${path}${segment}`);
  return { organizationId, home, path, client };
}

test.describe("clients", () => {
  test("a list is sorted and turned over, and the way back leads to the same page of it", async ({
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

  test("a mistake in a new one leads to its field, and the draft outlives a visit elsewhere", async ({
    page,
    database: _,
  }) => {
    const { home } = await openOrganization(page, "developer");
    await page.goto(`${home}/clients`);
    await pressOn(page, link(page, "New client").first());
    const name = page.getByLabel("Name", { exact: true });
    const url = (row: number) => page.getByLabel(`Redirect URL ${row}`, { exact: true });
    await writeInto(page, name, "Parcel");
    await writeInto(page, url(1), "http://parcel.example.com/fp/auth");
    await pressOn(page, button(page, "Add a URL"));
    await expectFocusOn(url(2));
    await pressOn(page, button(page, "Remove redirect URL 2"));
    await expectFocusOn(page.getByRole("region", { name: "Addresses" }));
    await pressOn(page, button(page, "Create client"));
    await expectFocusOn(url(1));
    await expect(page.getByRole("alert").filter({ hasText: "was not created" })).toBeVisible();

    await page.goto(`${home}/members`);
    await pressOn(page, link(page, "Clients"));
    await pressOn(page, link(page, "New client").first());
    await expect(page.getByText("This is the draft that you left.")).toBeVisible();
    await expect(url(1)).toHaveValue("http://parcel.example.com/fp/auth");
    await pressOn(page, button(page, "Start over"));
    await expect(name).toHaveValue("");
    await expectFocusOn(page.getByRole("main"));
  });

  test("a new one gets scopes found by a search, and its secret to take away in each form", async ({
    page,
    database: _,
  }) => {
    const { home } = await openOrganization(page, "developer");
    await page.goto(`${home}/clients/new`);
    await writeInto(page, page.getByLabel("Name", { exact: true }), "Parcel");
    const url = page.getByLabel("Redirect URL 1", { exact: true });
    await writeInto(page, url, "https://parcel.example.com/fp/auth");
    await writeInto(page, page.getByRole("searchbox"), "company/products/read");
    await pressOn(page, page.getByRole("checkbox").first(), "Space");
    await writeInto(page, page.getByLabel("Another scope"), "own/labels");
    await page.keyboard.press("Enter");
    await expect(page.getByText("2 selected")).toBeVisible();
    await pressOn(page, button(page, "Create client"));

    await expectFocusOn(page.getByRole("heading", { name: "Parcel has its key" }));
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
    await pressOn(page, button(page, "Go to the client"));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Parcel");
  });

  test("an edit that is not saved is not left by mistake, and shows what somebody else changed", async ({
    page,
    database: _,
  }) => {
    const { path, client } = await openClient(page, "/edit");
    const description = page.getByLabel("Description");
    await writeInto(page, description, "Mine.");
    const asked: string[] = [];
    page.on("dialog", async (question) => {
      asked.push(question.type());
      await question.dismiss();
    });
    await pressOn(page, link(page, "Cancel"));
    await expect.poll(() => asked).toEqual(["beforeunload"]);
    await expect(page).toHaveURL(`${path}/edit`);

    await db().client.update({
      where: { clientId: client.clientId },
      data: { tags: ["theirs"], version: { increment: 1 } },
    });
    await pressOn(page, button(page, "Save changes"));
    const notice = said(page, "Somebody else changed this client");
    await expect(notice).toContainText("theirs");
    await expectFocusOn(page.locator("[tabindex]").filter({ has: notice }));
    await pressOn(page, button(page, "Go on with my form"));
    await expectFocusOn(page.getByRole("main"));
    await expect(description).toHaveValue("Mine.");
    await pressOn(page, button(page, "Save changes"));
    await expect(page).toHaveURL(path);
    expect(asked).toHaveLength(1);
  });

  test("one is switched off, on, off again, deleted by its name and restored", async ({
    page,
    database: _,
  }) => {
    const { home, client } = await openClient(page, "", "developer");
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
  test("a named one is made with an overlap, the old one revoked, and the focus stays among them", async ({
    page,
    database: _,
  }) => {
    const { client } = await openClient(page, "/credentials", "developer");
    const secrets = page.getByRole("region", { name: "Credentials" });
    await pressOn(page, button(page, "Rotate secret"));
    await tabTo(page, dialog(page).getByLabel("The present ones go on working for"));
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

  test("one is revealed for the password, hidden again, and refused ones say why", async ({
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
    await expect(dialog(page).getByText("It is not yours.")).toBeVisible();
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

test.describe("people", () => {
  test("an invitation is sent again and revoked, a role changed, a member removed", async ({
    page,
    database: _,
  }) => {
    const { organizationId, home } = await openOrganization(page);
    const { email } = await mintInvitation(organizationId);
    const member = await mintMember(organizationId, "developer");
    await db().user.update({ where: { id: member.userId }, data: { firstName: "Nia" } });
    await page.goto(home);
    await pressOn(page, link(page, "Members"));
    const row = page.getByRole("row", { name: /Nia/ });
    await pressOn(page, button(page, "Change role of Nia Rao"));
    await tabTo(page, dialog(page).getByRole("radio", { name: "Developer" }));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(row).toContainText("Auditor");
    await expectFocusOn(button(page, "Change role of Nia Rao"));
    await pressOn(page, button(page, "Remove Nia Rao"));
    await pressOn(page, button(page, "Remove member"));
    await expect(row).toHaveCount(0);
    await expectFocusOn(panelOf(page, page.getByRole("table")));

    await pressOn(page, button(page, `Send again to ${email}`));
    await expect(said(page, "Bring this link")).toBeVisible();
    await expectFocusOn(button(page, `Send again to ${email}`));
    await pressOn(page, button(page, "I have copied it"));
    await expectFocusOn(page.getByRole("region", { name: "Open invitations" }));
    await pressOn(page, button(page, `Revoke the invitation of ${email}`));
    await expect(page.getByText(email)).toHaveCount(0);
    await expectFocusOn(page.getByRole("main"));
  });

  test("somebody switches to another organization and leaves it", async ({ page, database: _ }) => {
    const { home, owner } = await openOrganization(page);
    const other = await mintOrganization();
    await db().organization.update({
      where: { id: other.organizationId },
      data: {
        name: "Parcel Labs",
        members: { create: { userId: owner.userId, role: "developer" } },
      },
      select: { id: true },
    });
    await page.goto(home);
    await pressOn(page, button(page, "Asha Rao"));
    await pressOn(page, link(page, "Parcel Labs"));
    await expect(page).toHaveURL(`/organization/${other.organizationId}`);
    await pressOn(page, link(page, "Members"));
    await pressOn(page, button(page, "Leave the organization"));
    await pressOn(page, button(page, "Leave organization"));
    await expect(page).toHaveURL(home);
  });

  test("the organization is renamed, and a second factor required only by who has one", async ({
    page,
    database: _,
  }) => {
    const { home } = await openOrganization(page);
    await page.goto(home);
    await pressOn(page, link(page, "Settings"));
    await writeInto(page, page.getByLabel("Organization"), "Parcel Labs");
    await pressOn(page, button(page, "Save name"));
    await expect(said(page, "The name was saved.")).toBeVisible();
    await expectFocusOn(button(page, "Save name"));
    await pressOn(page, link(page, "Set yours up in your profile"));
    await expect(page).toHaveURL("/profile#second-factor");
  });

  test("one's own password, second factor and recovery codes", async ({ page, database: _ }) => {
    const { home } = await openOrganization(page);
    await page.goto(home);
    await pressOn(page, button(page, "Asha Rao"));
    await pressOn(page, link(page, "Profile"));
    await writeInto(page, page.getByLabel("Present password"), MINTED_PASSWORD);
    await writeInto(page, page.getByLabel("New password"), "another password for tests");
    await page.keyboard.press("Enter");
    await expect(said(page, "password")).toBeVisible();
    const panel = page.getByRole("region", { name: "Second factor" });
    const password = panel.getByLabel("Your password").first();
    const code = page.getByLabel("Code", { exact: true }).first();
    const recoveryCodes = page.getByRole("group", { name: "Recovery codes" });
    await writeInto(page, password, "another password for tests");
    await page.keyboard.press("Enter");
    const key = (await page.getByRole("code").textContent())?.replaceAll(" ", "") ?? "";
    await writeInto(page, code, codeOf(key));
    await page.keyboard.press("Enter");
    const first = await recoveryCodes.textContent();
    await pressOn(page, page.getByRole("link", { name: /^I have kept them/ }));
    await expect(page.getByText("10 recovery codes are left.")).toBeVisible();
    await pressOn(page, panel.getByText("Make new recovery codes").first());
    await writeInto(page, password, "another password for tests");
    // The step of the first one was used up.
    await writeInto(page, code, codeOf(key, 1));
    await page.keyboard.press("Enter");
    await expect(recoveryCodes).not.toHaveText(first ?? "");
  });

  test("another browser is signed out", async ({ page, database: _ }) => {
    const { owner } = await openOrganization(page);
    await anotherSession(owner);
    await page.goto("/profile");
    const sessions = page.getByRole("region", { name: "Where you are signed in" });
    await pressOn(page, sessions.getByRole("listitem").getByRole("button"));
    await expect(page.getByText("That browser was signed out.")).toBeVisible();
  });
});

async function anotherSession({ userId }: MintedUser): Promise<void> {
  await db().userSession.create({
    data: {
      id: newId(),
      userId,
      expiresAt: new Date(Date.now() + 3_600_000),
    },
    select: { id: true },
  });
}

test("automation: an operation of the API reference is found by its contents, and an answer opened", async ({
  page,
  database: _,
}) => {
  const { home } = await openOrganization(page);
  await page.goto(home);
  await pressOn(page, link(page, "API reference"));
  await expect(page).toHaveURL("/docs");
  const operations = page.getByRole("navigation", { name: "Operations" });
  await pressOn(page, operations.getByRole("link", { name: /Rotate/ }));
  await expect(page).toHaveURL(/\/docs#/);
  const section = page.locator(":target");
  await expect(section).toBeInViewport();
  await pressOn(page, section.locator("summary").first());
  await expect(section.locator("details[open]")).toBeVisible();
});

test("audit: narrowed down, verified and exported", async ({ page, database: _ }) => {
  const { organizationId, owner, home } = await openOrganization(page);
  await mintAuditRows(organizationId, owner.userId, [{}, { action: "client.created" }]);
  await page.goto(home);
  await pressOn(page, link(page, "Audit"));
  await tabTo(page, page.getByLabel("Action"));
  await page.keyboard.type("Client created");
  await pressOn(page, button(page, "Search"));
  await expect(page).toHaveURL(/action=client.created/);
  await expect(page.getByText("1 to 1 of 1 entry")).toBeVisible();
  const download = page.waitForEvent("download");
  await pressOn(page, link(page, "Export CSV"));
  expect((await download).suggestedFilename()).toBe(`audit-${organizationId}.csv`);
  await pressOn(page, button(page, "Verify"));
  await expect(said(page, "as written")).toBeVisible();
  await pressOn(page, link(page, "Show everything"));
  await expect(page).toHaveURL(`${home}/audit`);
});

test("activity: another window, the numbers, and the first step that is left", async ({
  page,
  database: _,
}) => {
  const { organizationId, home } = await openOrganization(page);
  const { clientId } = await mintClient(organizationId);
  await mintEvents(clientId, [{}, refusal("invalid_grant")]);
  await page.goto(home);
  for (const name of ["24 hours", "30 days", "7 days"]) {
    await pressOn(page, link(page, name));
    await expect(link(page, name)).toHaveAttribute("aria-current", "true");
    await expectFocusOn(link(page, name));
  }
  await pressOn(page, page.getByText("Show the numbers"));
  await expect(page.getByRole("row")).toHaveCount(8);
  const steps = page.getByRole("region", { name: "First steps" });
  await pressOn(page, steps.getByRole("link").first());
  await expect(page).not.toHaveURL(home);
});

test("reach: the look, the language and the sheet of shortcuts", async ({ page, database: _ }) => {
  const { home } = await openOrganization(page);
  await page.goto(home);
  await pressOn(page, button(page, "Asha Rao"));
  await pressOn(page, button(page, "Dark"));
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page).toHaveURL(home);
  await pressOn(page, button(page, "Asha Rao"));
  await page.keyboard.press("Escape");
  await expectFocusOn(button(page, "Asha Rao"));
  await page.keyboard.press("Enter");
  await pressOn(page, button(page, "Deutsch"));
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  // The keys stand on it once the page's scripts run.
  await expect(button(page, /^Suchen oder springen/)).toContainText("Strg K");
  await page.keyboard.press("Tab");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expectFocusOn(page.locator("a[href='#main']"));
});
