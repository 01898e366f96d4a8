import type { Page } from "@playwright/test";
import { db } from "@/lib/core/db/client";
import { become } from "@/test/browser/become";
import { holdRequests, SCRIPTS } from "@/test/browser/hold-requests";
import { expect, test } from "@/test/browser/test";
import { mintClient, mintOrganization } from "@/test/factories/mint";

/** Opens a page and holds back its scripts. @returns a function that releases them */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  const release = await holdRequests(page, SCRIPTS);
  await page.goto(path, { waitUntil: "commit" });
  return release;
}

test("a click before the page's scripts run takes effect once they do", async ({
  page,
  database: _,
}) => {
  const { organizationId, owner } = await mintOrganization();
  await become(page, owner);
  const release = await openWithoutScripts(page, `/organization/${organizationId}/members`);

  await page.getByRole("button", { name: "Invite" }).click();
  release();

  await expect(page.getByRole("dialog").getByLabel("Email")).toBeVisible();
});

test("a form submitted before the page's scripts run is sent with its input", async ({
  page,
  database: _,
}) => {
  const { organizationId, owner } = await mintOrganization();
  await become(page, owner);
  const release = await openWithoutScripts(page, `/organization/${organizationId}/settings`);

  await page.getByLabel("Organization", { exact: true }).fill("Nordlicht Apps");
  await page.getByRole("button", { name: "Save name" }).click();
  release();

  await expect(page.getByText("The name was saved.")).toBeVisible();
  const { name } = await db().organization.findUniqueOrThrow({ where: { id: organizationId } });
  expect(name).toBe("Nordlicht Apps");
});

test("a field focused before the page's scripts run keeps the focus", async ({
  page,
  database: _,
}) => {
  const { organizationId, owner } = await mintOrganization();
  await become(page, owner);
  const release = await openWithoutScripts(page, `/organization/${organizationId}/clients/new`);

  const url = page.getByLabel("URL of the extension");
  await url.pressSequentially("https://nordlicht.example");
  release();
  // Derived from the URL once the scripts have run.
  await expect(page.getByRole("main")).toContainText("https://nordlicht.example/fp/auth");

  await page.keyboard.type(".com");
  await expect(url).toHaveValue("https://nordlicht.example.com");
});

test("a page scrolled before its scripts run stays where it is", async ({ page, database: _ }) => {
  const { organizationId, owner } = await mintOrganization();
  await become(page, owner);
  await page.setViewportSize({ width: 390, height: 400 });
  const release = await openWithoutScripts(page, `/organization/${organizationId}/settings`);
  const palette = page.getByRole("button", { name: "Search or jump" });
  await expect(palette).toBeVisible();

  const scrolledTo = await page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight);
    return scrollY;
  });
  expect(scrolledTo).toBeGreaterThan(100);
  // The palette opens once the scripts have run.
  await palette.dispatchEvent("click");
  release();

  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(scrolledTo);
});

test("clients selected before the page's scripts run stay selected", async ({
  page,
  database: _,
}) => {
  const { organizationId, owner } = await mintOrganization();
  await mintClient(organizationId);
  await become(page, owner);
  const release = await openWithoutScripts(page, `/organization/${organizationId}/clients`);

  await page.getByRole("checkbox", { name: /^Select all/ }).check();
  release();

  await expect(page.getByRole("button", { name: "Deactivate" })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /^Select all/ })).toBeChecked();
});

test("a file chosen before the page's scripts run is read once they do", async ({
  page,
  database: _,
}) => {
  const { organizationId, owner } = await mintOrganization();
  await become(page, owner);
  const release = await openWithoutScripts(page, `/organization/${organizationId}/clients/new`);

  await page.getByText("Import a manifest").click();
  const manifest = { latchkey_manifest: 1, meta: { name: "Nordlicht" } };
  await page.getByLabel("From a file").setInputFiles({
    name: "nordlicht.manifest.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(manifest)),
  });
  release();

  await page.getByRole("button", { name: "Compare with the form" }).click();
  await expect(page.getByRole("rowheader", { name: "Name" })).toBeVisible();
});

for (const [what, selector] of [
  ["text entered", "main textarea"],
  ["an option chosen", "main select:has([value=draft])"],
  ["a box ticked", "main input[type=checkbox]"],
] as const) {
  test(`${what} while the page hydrates takes effect`, async ({ page, database: _ }) => {
    const { organizationId, owner } = await mintOrganization();
    const { clientId } = await mintClient(organizationId);
    await become(page, owner);
    await page.addInitScript(enterWhileHydrating, { selector, startsEarly: false });

    await page.goto(`/organization/${organizationId}/clients/${clientId}/configuration`);

    await expect(page.getByRole("region", { name: "Unsaved changes" })).toContainText("1 change");
  });
}

for (const [startsEarly, when] of [
  [true, "before and while"],
  [false, "quickly while"],
] as const) {
  test(`text typed ${when} the page hydrates stays whole`, async ({ page, database: _ }) => {
    const { organizationId, owner } = await mintOrganization();
    const { clientId } = await mintClient(organizationId);
    await become(page, owner);
    await page.addInitScript(enterWhileHydrating, { selector: "main textarea", startsEarly });

    await page.goto(`/organization/${organizationId}/clients/${clientId}/configuration`);
    await expect(page.getByRole("region", { name: "Unsaved changes" })).toContainText("1 change");
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));

    await expect(page.locator("main textarea").first()).toHaveValue("Entered early");
  });
}

/**
 * Changes a field as soon as React has begun to hydrate it, between two slices of React's work. Text comes in two parts,
 * the first of them before that if it starts early.
 */
function enterWhileHydrating(what: { selector: string; startsEarly: boolean }): void {
  const { port1, port2 } = new MessageChannel();
  const parts = ["Entered ", "early"];
  const typePart = (field: HTMLTextAreaElement) => {
    const end = field.value.length;
    field.setRangeText(parts.shift() ?? "", end, end, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const enter = (field: Element) => {
    if (field instanceof HTMLInputElement) field.click();
    if (field instanceof HTMLTextAreaElement) while (parts.length > 0) typePart(field);
    if (field instanceof HTMLSelectElement) {
      field.value = "draft";
      for (const type of ["input", "change"]) {
        field.dispatchEvent(new Event(type, { bubbles: true }));
      }
    }
  };
  port1.onmessage = () => {
    const field = document.querySelector(what.selector);
    const isFirst = what.startsEarly && parts.length === 2;
    if (isFirst && field instanceof HTMLTextAreaElement) typePart(field);
    const isHydrating = field && Object.keys(field).some((key) => key.startsWith("__reactProps$"));
    if (isHydrating) enter(field);
    else port2.postMessage(null);
  };
  port2.postMessage(null);
}
