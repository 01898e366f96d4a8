import { db } from "@/lib/core/db/client";
import { become } from "@/test/browser/become";
import { button, dialog, link, noticeText, openClient } from "@/test/browser/console-parts";
import { expectAccessible } from "@/test/browser/expect-accessible";
import { expect, test } from "@/test/browser/test";
import {
  MINTED_PASSWORD,
  type MintedUser,
  mintClient,
  mintCompany,
  mintGrant,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { serveExtension } from "@/test/requests/serve-extension";

const endSessions = ({ userId }: MintedUser) => db().userSession.deleteMany({ where: { userId } });

test("an expired session loses no input: the form saves after sign-in in another tab", async ({
  page,
  database: _,
}) => {
  const { organizationId } = await mintOrganization();
  const client = await mintClient(organizationId);
  const admin = await mintMember(organizationId, "admin");
  const path = `/organization/${organizationId}/clients/${client.clientId}`;
  await become(page, admin);
  await page.goto(`${path}/configuration`);
  await page.getByLabel("Description").fill("Typed before the session ended.");
  await endSessions(admin);
  await button(page, "Save").click();
  await expect(dialog(page)).toContainText("Your session has ended");
  await expectAccessible(page);

  // Another person's session does not count: the input belongs to this person.
  await become(page, await mintMember(organizationId, "admin"));
  await expect(dialog(page)).toContainText("Someone else is signed in now.");
  await page.context().clearCookies();

  const opened = page.waitForEvent("popup");
  await dialog(page).getByRole("link", { name: "Sign in in a new tab" }).click();
  const tab = await opened;
  await tab.getByLabel("Email").fill(admin.email);
  await tab.getByLabel("Password").fill(MINTED_PASSWORD);
  await button(tab, "Sign in").click();
  await expect(tab).toHaveURL(/\/profile$/);
  await tab.close();

  await expect(noticeText(page, "Saved.")).toBeVisible();
  const where = { clientId: client.clientId };
  const { description } = await db().client.findUniqueOrThrow({ where });
  expect(description).toBe("Typed before the session ended.");
});

test("slow links show progress, and client pages name the client", async ({
  page,
  database: _,
}) => {
  await openClient(page, "");
  await expect(page).toHaveTitle("Shipfast · Latchkey");
  let goOn = () => {};
  const pending = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(/\/configuration(\?|$)/, async (route) => {
    await pending;
    await route.continue();
  });
  await link(page, "Configuration").click();
  await expect(page.getByRole("progressbar", { name: "Loading" })).toBeVisible();
  goOn();
  await expect(page).toHaveTitle(/^.+ · Shipfast · Latchkey$/);
  await expect(page.getByRole("progressbar", { name: "Loading" })).toHaveCount(0);
});

test("a removal shows that the extension is being notified, and then that it was, without a reload", async ({
  page,
  database: _,
}) => {
  const extension = await serveExtension();
  let answer = () => {};
  const pending = new Promise<void>((resolve) => {
    answer = resolve;
  });
  extension.meanwhile = () => pending;
  const { organizationId } = await mintOrganization();
  const client = await mintClient(organizationId, { baseUrl: extension.baseUrl });
  const { companyId, seller } = await mintCompany();
  await mintGrant(client.clientId, companyId, ["company/products/read"]);
  await become(page, seller);
  await page.goto(`/company/${companyId}/extensions/${client.clientId}`);
  await expect(page).toHaveTitle("Shipfast · Latchkey");
  await button(page, /^Remove/).click();
  await dialog(page).getByRole("button", { name: "Remove", exact: true }).click();
  const notice = noticeText(page, "was removed");
  await expect(notice).toContainText("Notifying the extension…");
  await expectAccessible(page);
  answer();
  await expect(notice).toContainText("The extension was notified and has confirmed it.");
  await extension.stop();
});
