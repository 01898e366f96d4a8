import { expect, type Locator, type Page } from "@playwright/test";
import type { OrganizationRole } from "@/lib/core/permissions/permissions";
import { become } from "@/test/browser/become";
import { mintClient, mintMember, mintOrganization } from "@/test/factories/mint";

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true });
export const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
/** The button of a list's menu, which opens the rare actions of a row. */
export const menu = (of: Page | Locator) =>
  of.getByRole("button", { name: /^(Actions for|Aktionen für)/ }).first();
/** Opens the menu of a row, the first of a page, and chooses from it. */
export async function choose(of: Page | Locator, name: string | RegExp): Promise<void> {
  await menu(of).click();
  await of.getByRole("button", { name }).click();
}
export const dialog = (page: Page) => page.getByRole("dialog");
/** The panel that contains something; one without a title has no name either. */
export const panelOf = (page: Page, content: Locator) =>
  page.locator("main section").filter({ has: content }).last();
/** What the page reports about an action, by part of its text. */
export const noticeText = (page: Page, text: string) =>
  page.getByRole("status").filter({ hasText: text });

/**
 * Waits until React has hydrated the page, which is when the shortcut's keys
 * appear. Until then, the browser follows links and submits forms by itself.
 */
export const hydrated = (page: Page) => expect(page.getByText(/^(Ctrl|Strg) K$/)).toBeAttached();

/** An organization with a member of that role in the browser. */
export async function openOrganization(page: Page, role: OrganizationRole = "owner") {
  const { organizationId, owner } = await mintOrganization();
  const member = role === "owner" ? owner : await mintMember(organizationId, role);
  await become(page, member);
  return { organizationId, owner, home: `/organization/${organizationId}` };
}

/** The same with a client, and the browser on one of its pages. */
export async function openClient(page: Page, segment: string, role: OrganizationRole = "admin") {
  const { organizationId, home } = await openOrganization(page, role);
  const client = await mintClient(organizationId);
  const path = `${home}/clients/${client.clientId}`;
  await page.goto(`${path}${segment}`);
  await hydrated(page);
  return { organizationId, home, path, client };
}
