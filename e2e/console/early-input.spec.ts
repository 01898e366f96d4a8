import type { Page } from "@playwright/test";
import { button, openOrganization } from "@/test/browser/console-parts";
import { holdRequests, SCRIPTS } from "@/test/browser/hold-requests";
import { expect, test } from "@/test/browser/test";
import { mintClient } from "@/test/factories/mint";

/** Opens a page of an organization with a client, and holds back its scripts. @returns a function that releases them */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  const { organizationId, home } = await openOrganization(page);
  await mintClient(organizationId);
  const release = await holdRequests(page, SCRIPTS);
  await page.goto(`${home}/${path}`, { waitUntil: "commit" });
  return release;
}

type Step = (page: Page) => Promise<unknown>;

/** What people do before a page's scripts run, and what it must lead to once they do. */
const inputs: readonly [what: string, path: string, act: Step, check: Step][] = [
  [
    "a click takes effect",
    "members",
    (page) => button(page, "Invite").click(),
    (page) => expect(page.getByRole("dialog").getByLabel("Email")).toBeVisible(),
  ],
  [
    "a form is sent with its input",
    "settings",
    async (page) => {
      await page.getByLabel("Organization", { exact: true }).fill("Nordlicht Apps");
      await button(page, "Save name").click();
    },
    async (page) => {
      await expect(page.getByText("The name was saved.")).toBeVisible();
      await page.reload();
      await expect(page.getByLabel("Organization", { exact: true })).toHaveValue("Nordlicht Apps");
    },
  ],
  [
    "a focused field keeps the focus",
    "clients/new",
    (page) => page.getByLabel("URL of the extension").pressSequentially("https://a.example"),
    async (page) => {
      // Derived from the URL once the scripts have run.
      await expect(page.getByRole("main")).toContainText("https://a.example/fp/auth");
      await page.keyboard.type(".com");
      await expect(page.getByLabel("URL of the extension")).toHaveValue("https://a.example.com");
    },
  ],
  [
    "selected clients stay selected",
    "clients",
    (page) => page.getByRole("checkbox", { name: /^Select all/ }).check(),
    async (page) => {
      await expect(button(page, "Deactivate")).toBeVisible();
      await expect(page.getByRole("checkbox", { name: /^Select all/ })).toBeChecked();
    },
  ],
];

for (const [what, path, act, check] of inputs) {
  test(`before a page's scripts run: ${what}`, async ({ page, database: _ }) => {
    const release = await openWithoutScripts(page, path);
    await act(page);
    release();
    await check(page);
  });
}

test("a page scrolled before its scripts run stays where it is", async ({ page, database: _ }) => {
  await page.setViewportSize({ width: 390, height: 400 });
  const release = await openWithoutScripts(page, "settings");
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

/** What is entered where while React hydrates the page, and what the field must then contain. */
for (const [what, selector, startsEarly, value] of [
  ["an option chosen", "main select:has([value=draft])", false, "draft"],
  ["a box ticked", "main input[type=checkbox]", false, undefined],
  ["text typed quickly", "main textarea", false, "Entered early"],
  ["text begun before that", "main textarea", true, "Entered early"],
] as const) {
  test(`${what} while the page hydrates stays whole and takes effect`, async ({
    page,
    database: _,
  }) => {
    const { organizationId, home } = await openOrganization(page);
    const { clientId } = await mintClient(organizationId);
    await page.addInitScript(enterWhileHydrating, { selector, startsEarly });
    await page.goto(`${home}/clients/${clientId}/configuration`);
    await expect(page.getByRole("region", { name: "Unsaved changes" })).toContainText("1 change");
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    if (value) await expect(page.locator(selector).first()).toHaveValue(value);
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
