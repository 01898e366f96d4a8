import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { auditExportSchema } from "@/lib/audit/schemas";
import { newId } from "@/lib/core/crypto/ids";
import { expectAccessible } from "@/test/browser/expect-accessible";
import { tabTo } from "@/test/browser/tab-to";
import { expect, test } from "@/test/browser/test";
import {
  type MintedOrganization,
  type MintedUser,
  mintClient,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { mintAuditRows, tamperWithAudit } from "@/test/factories/mint-audit";
import { denial, mintEvents } from "@/test/factories/mint-events";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Continues in the browser as a created person. */
async function become(page: Page, user: MintedUser, baseUrl: string): Promise<void> {
  const [name = "", value = ""] = user.cookie.split(/=(.*)/s);
  await page.context().addCookies([{ name, value, url: baseUrl }]);
}

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

test.describe("audit", () => {
  test("by keyboard: an entry opens to show what was removed and added, by whom, and from where", async ({
    page,
    demo,
    database: _,
  }) => {
    const { organizationId, owner } = await mintLog();
    await become(page, owner, demo.base_url);
    await page.goto(`/organization/${organizationId}`);
    await page.getByRole("link", { name: "Logs" }).click();
    await page.getByRole("link", { name: "Audit" }).click();
    await expect(page.getByRole("heading", { name: "Audit", level: 1 })).toBeVisible();

    const row = page.getByRole("row").filter({ hasText: "changed Slowship" });
    await tabTo(page, row.locator("summary"));
    await page.keyboard.press("Enter");
    for (const text of ["Shipfast", "https://a.example"]) {
      await expect(
        row.getByRole("definition").filter({ hasText: `Removed:${text}` }),
      ).toBeVisible();
    }
    for (const text of ["Slowship", "https://c.example"]) {
      await expect(row.getByRole("definition").filter({ hasText: `Added:${text}` })).toBeVisible();
    }
    await expect(row).not.toContainText("https://b.example");
    for (const fact of [owner.email, "192.0.2.7", "request-of-the-change"]) {
      await expect(row).toContainText(fact);
    }
  });

  test("the filters work without JavaScript and stay in the URL", async ({
    browser,
    demo,
    database: _,
  }) => {
    const { organizationId, owner, clientId } = await mintLog();
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: demo.base_url });
    const page = await context.newPage();
    await become(page, owner, demo.base_url);
    await page.goto(`/organization/${organizationId}/audit`);
    await page.getByLabel("Action").selectOption({ label: "Client created" });
    await page.getByLabel("Who").selectOption({ label: `Asha Rao (${owner.email})` });
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await expect(page).toHaveURL(/action=client.created/);
    await expect(page.getByText("1 to 2 of 2 entries")).toBeVisible();

    await page.getByText("More filters").click();
    await page.getByLabel("Client ID").fill(clientId);
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await expect(page.getByText("1 to 1 of 1 entry")).toBeVisible();
    await page.getByLabel("From (UTC)").fill("2099-01-01T00:00");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await expect(page.getByRole("heading", { name: "No entry matches" })).toBeVisible();
    await page.getByRole("link", { name: "Clear filters" }).first().click();
    await expect(page.getByText("of 3 entries")).toBeVisible();
    await page.goto(`/organization/${organizationId}/audit?page=99`);
    await expect(page.getByRole("heading", { name: "This page is past the end" })).toBeVisible();
    await context.close();
  });

  test("exports the filtered entries as a file, and records the export", async ({
    page,
    demo,
    database: _,
  }) => {
    const { organizationId, owner } = await mintLog();
    await become(page, owner, demo.base_url);
    await page.goto(`/organization/${organizationId}/audit?action=client.created`);
    const download = async (name: string) => {
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name }).click(),
      ]);
      return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
    };
    const json = await download("Export JSON");
    expect(json.name).toBe(`audit-${organizationId}.json`);
    const { items } = auditExportSchema.parse(JSON.parse(json.text));
    expect(items.map(({ action }) => action)).toEqual(["client.created", "client.created"]);
    const csv = await download("Export CSV");
    expect(csv.name).toBe(`audit-${organizationId}.csv`);
    expect(csv.text.split("\r\n")).toHaveLength(4);

    await page.goto(`/organization/${organizationId}/audit?action=audit.exported`);
    await expect(page.getByText("1 to 2 of 2 entries")).toBeVisible();
  });

  test("verification confirms that the log is intact or names a tampered entry", async ({
    page,
    demo,
    database: _,
  }) => {
    const { organizationId, owner } = await mintLog();
    await become(page, owner, demo.base_url);
    await page.goto(`/organization/${organizationId}/audit`);
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page.getByText("All 3 entries are intact.")).toBeVisible();
    await tamperWithAudit(
      "UPDATE audit_rows SET ip_address = '192.0.2.8' WHERE request_id = $1 AND organization_id = $2",
      "request-of-the-change",
      organizationId,
    );
    await page.getByRole("button", { name: "Verify" }).click();
    const alert = page
      .getByRole("alert")
      .filter({ hasText: "The log was changed after it was written." });
    await expect(alert).toContainText("client.updated by user:");
    await expect(alert).toContainText("2 earlier entries are intact.");
  });

  test("a developer sees why access is denied, and the attempt is recorded", async ({
    page,
    demo,
    database: _,
  }) => {
    const { organizationId, owner, clientId } = await mintLog();
    const developer = await mintMember(organizationId, "developer");
    await become(page, developer, demo.base_url);
    const client = `/organization/${organizationId}/clients/${clientId}`;
    for (const path of [`/organization/${organizationId}/audit`, `${client}/audit`]) {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(403);
      await expect(
        page.getByRole("heading", { name: "Your role does not allow this" }),
      ).toBeVisible();
      await expect(page.getByRole("link", { name: "Audit" })).toHaveCount(0);
    }
    await become(page, owner, demo.base_url);
    await page.goto(`/organization/${organizationId}/audit?action=access.refused`);
    await expect(page.getByRole("row").filter({ hasText: developer.email })).toHaveCount(1);
  });

  test("each client has its own log, and other organizations' logs are not found", async ({
    page,
    demo,
    database: _,
  }) => {
    const { organizationId, owner, clientId } = await mintLog();
    const other = await mintLog();
    await become(page, owner, demo.base_url);
    await page.goto(`/organization/${organizationId}/clients/${clientId}/audit`);
    await expect(page.getByRole("heading", { name: "Audit", level: 2 })).toBeVisible();
    await expect(page.getByText("1 to 2 of 2 entries")).toBeVisible();
    for (const path of [
      `/organization/${other.organizationId}/audit`,
      `/organization/${other.organizationId}`,
      `/organization/${organizationId}/clients/${other.clientId}/audit`,
      `/organization/${organizationId}/clients/${other.clientId}/requests`,
    ]) {
      expect((await page.goto(path))?.status()).toBe(404);
    }
  });
});

test.describe("activity", () => {
  test("signing in opens the overview, whose first steps complete themselves", async ({
    page,
    demo,
    database: _,
  }) => {
    const { organizationId, owner } = await mintOrganization();
    await become(page, owner, demo.base_url);
    await page.goto("/");
    await expect(page).toHaveURL(`/organization/${organizationId}`);
    await expect(page.getByText("0 of 5 done")).toBeVisible();
    await expect(page.getByRole("link", { name: "New client" }).first()).toBeVisible();

    const { clientId } = await mintClient(organizationId, { baseUrl: "https://shipfast.example" });
    await mintEvents(clientId, [{}, denial("invalid_grant", { requestId: "denied-request" })]);
    await page.reload();
    await expect(page.getByText("4 of 5 done")).toBeVisible();
    await expect(page.getByRole("link", { name: "Try a call" })).toHaveAttribute(
      "href",
      `/organization/${organizationId}/clients/${clientId}/try`,
    );
    await expect(page.getByRole("region", { name: "Most used clients" })).toContainText("1 token");
    await page.getByRole("link", { name: "Shipfast: Not a code of ours" }).click();
    await expect(page).toHaveURL(/requests\?denied=true&check=code_form/);
    await expect(page.getByRole("list", { name: "Requests, newest first" })).toContainText(
      "invalid_grant",
    );
  });

  test("by keyboard: an issue is resolved and taken back, and a request opens beside the overview", async ({
    page,
    demo,
    database: _,
  }) => {
    const { organizationId, owner, clientId } = await mintLog();
    await mintEvents(clientId, [{}, denial("invalid_grant", { requestId: "denied-request" })]);
    await become(page, owner, demo.base_url);
    await page.goto(`/organization/${organizationId}/clients/${clientId}`);
    const issues = page.getByRole("region", { name: "Open issues" });
    const decide = issues.getByRole("button");
    await tabTo(page, decide);
    await page.keyboard.press("Enter");
    await expect(issues.getByRole("status")).toContainText("Resolved.");
    await expect(decide).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(decide).toHaveText(/^Resolve/);
    const newest = page.getByRole("region", { name: "Newest requests" }).getByRole("listitem");
    await tabTo(page, newest.filter({ hasText: "invalid_grant" }).getByRole("link"));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Request denied-request" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test("the chart says what happened in an hour to the pointer and to keys, and leads to its requests", async ({
    page,
    demo,
    database: _,
  }) => {
    const { organizationId, owner, clientId } = await mintLog();
    await mintEvents(clientId, [{}, {}, { kind: "refresh" }, denial("invalid_grant")]);
    await become(page, owner, demo.base_url);
    await page.goto(`/organization/${organizationId}?window=24h`);
    const chart = page.getByRole("slider", { name: /^Issued and denied in the last 24 hours/ });
    const words = /\d\d:\d\d–\d\d:\d\d UTC: Issued 2, Refreshed 1, Denied 1$/;
    await expect(chart).toHaveAttribute("aria-valuetext", words);
    await expect(page.getByText("25% denied")).toHaveCount(0);

    await chart.scrollIntoViewIfNeeded();
    const { width, height } = (await chart.boundingBox()) ?? { width: 0, height: 0 };
    await chart.hover({ position: { x: width - 2, y: height / 2 } });
    await expect(page.getByText("25% denied")).toBeVisible();
    await chart.hover({ position: { x: 2, y: height / 2 } });
    await expect(page.getByText("25% denied")).toHaveCount(0);

    await chart.press("End");
    await expect(page.getByText("25% denied")).toBeVisible();
    await expectAccessible(page);
    await chart.press("Escape");
    await expect(page.getByText("25% denied")).toHaveCount(0);
    await chart.press("End");
    await chart.press("ArrowLeft");
    await expect(chart).not.toHaveAttribute("aria-valuetext", words);
    await chart.press("ArrowRight");
    await chart.press("Enter");
    await expect(page).toHaveURL(/\/requests\?from=[^&]+&to=[^&]+$/);
    const requests = page.getByRole("list", { name: "Requests, newest first" });
    await expect(requests.getByRole("listitem").filter({ hasText: "invalid_grant" })).toHaveCount(
      1,
    );
  });

  test("a first tap on a chart shows the numbers, and a second leads to the requests", async ({
    browser,
    demo,
    database: _,
  }) => {
    const { organizationId, owner, clientId } = await mintLog();
    await mintEvents(clientId, [{}, denial("invalid_grant")]);
    const context = await browser.newContext({ baseURL: demo.base_url, hasTouch: true });
    const page = await context.newPage();
    await become(page, owner, demo.base_url);
    await page.goto(`/organization/${organizationId}?window=24h`);
    const chart = page.getByRole("slider");
    await chart.scrollIntoViewIfNeeded();
    const { width, height } = (await chart.boundingBox()) ?? { width: 0, height: 0 };
    const newest = { x: width - 2, y: height / 2 };
    await chart.tap({ position: newest });
    await expect(page.getByText("50% denied")).toBeVisible();
    await expect(page).toHaveURL(/window=24h/);
    await chart.tap({ position: newest });
    await expect(page).toHaveURL(/\/requests\?from=/);
    await context.close();
  });
});

test("audit, activity, and overview are accessible in every state", async ({
  page,
  demo,
  database: _,
}) => {
  test.setTimeout(180_000);
  const { organizationId, owner, clientId } = await mintLog();
  const empty = await mintOrganization();
  await become(page, empty.owner, demo.base_url);
  for (const path of ["", "/audit"]) {
    await page.goto(`/organization/${empty.organizationId}${path}`);
    await expectAccessible(page);
  }
  await mintEvents(clientId, [{}, { kind: "refresh" }, denial("invalid_grant")]);
  await become(page, owner, demo.base_url);
  const organizationPath = `/organization/${organizationId}`;
  for (const path of ["", "/audit?verify=1", "/audit?action=none", `/clients/${clientId}/audit`]) {
    await page.goto(`${organizationPath}${path}`);
    for (const summary of await page.locator("main summary").all()) await summary.click();
    await expectAccessible(page);
  }
});
