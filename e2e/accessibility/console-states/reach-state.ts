import type { Page } from "@playwright/test";
import { db } from "@/lib/core/db/client";
import type { OrganizationRole } from "@/lib/core/permissions/permissions";
import { become } from "@/test/browser/become";
import { expect } from "@/test/browser/test";
import { mintMember } from "@/test/factories/mint";
import type { MintedConsole } from "@/test/factories/mint-longest";

/** A page with an organization and a client of one test; `at` opens the table's page. */
export interface OpenedConsole extends MintedConsole {
  page: Page;
  at(query?: string): Promise<void>;
}

/** The states of a page and how to reach each. */
export type States = Readonly<Record<string, (opened: OpenedConsole) => Promise<void>>>;

export const alert = (page: Page) => page.locator("main, dialog").getByRole("alert");

/** Lets no call of the management API through. */
export const goOffline = (page: Page) => page.route("**/service/**", (route) => route.abort());

export async function openAs(role: OrganizationRole, { page, organizationId, at }: OpenedConsole) {
  await become(page, await mintMember(organizationId, role));
  await at();
}

export async function changeClient(
  { clientId }: OpenedConsole,
  data: Parameters<ReturnType<typeof db>["client"]["update"]>[0]["data"],
) {
  await db().client.update({ where: { clientId }, data, select: { clientId: true } });
}

export const forbidden = async (opened: OpenedConsole) => {
  await openAs("developer", opened);
  await expect(opened.page.getByRole("heading", { level: 1 })).toHaveText(/role does not allow/);
};

export const empty = async ({ at }: OpenedConsole) => at();
export const pastTheEnd = async ({ page, at }: OpenedConsole) => {
  await at("?page=99");
  await expect(page.getByRole("heading", { name: "This page is past the end" })).toBeVisible();
};
