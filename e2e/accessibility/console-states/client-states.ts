import {
  alert,
  changeClient,
  empty,
  goOffline,
  type States,
} from "@/e2e/accessibility/console-states/reach-state";
import { button, dialog, hydrated } from "@/test/browser/console-parts";
import { expect } from "@/test/browser/test";
import { mintSecret } from "@/test/factories/mint";

/** The path of a client's first page. */
export const CLIENT = "/organization/[organization_id]/clients/[client_id]";

/** The states of a client's pages that no other file opens. */
export const clientStates: Readonly<Record<string, States>> = {
  [CLIENT]: {
    "after an internal error": async (opened) => {
      // A year that no date of the API's can have.
      await changeClient(opened, { createdAt: new Date(Date.UTC(12_000, 0)) });
      await opened.at();
      await expect(opened.page.getByRole("heading", { level: 1 })).toHaveText(
        /went wrong on our side/,
      );
    },
  },
  [`${CLIENT}/companies`]: { "installed by no company": empty },
  [`${CLIENT}/connect?tool=conformance`]: {
    "of a deactivated client": async (opened) => {
      await changeClient(opened, { isActive: false });
      await opened.at();
    },
  },
  [`${CLIENT}/credentials`]: {
    "after a failed rotation": async ({ page, at }) => {
      await at();
      await goOffline(page);
      await button(page, "Rotate secret").click();
      await dialog(page).getByText("Show as API call").click();
      await button(page, "Create a new secret").click();
      await expect(alert(page)).toBeVisible();
    },
    "one of several about to be revoked, after a failed revocation": async ({
      page,
      at,
      clientId,
    }) => {
      await mintSecret(clientId);
      await at();
      await button(page, /^Revoke the secret/)
        .first()
        .click();
      await expect(dialog(page).getByText("Live tokens")).toBeVisible();
      await goOffline(page);
      await button(page, "Revoke secret").click();
      await expect(alert(page)).toBeVisible();
    },
  },
  [`${CLIENT}/configuration`]: {
    "a deactivated client about to be deleted": async (opened) => {
      await changeClient(opened, { isActive: false });
      await opened.at();
      await button(opened.page, "Delete").click();
      await expect(dialog(opened.page).getByText("Live tokens")).toBeVisible();
    },
    "about to be deactivated, while its use is counted": async ({ page, at }) => {
      await page.route("**/impact", () => undefined);
      await at();
      await button(page, "Deactivate").click();
      await expect(dialog(page).getByText("Counting current users")).toBeAttached();
    },
    "about to be deactivated, after a colleague changed it": async (opened) => {
      const { page, at } = opened;
      await at();
      await changeClient(opened, { version: { increment: 1 } });
      await page.route("**/impact", (route) => route.abort());
      await button(page, "Deactivate").click();
      await expect(dialog(page).getByText("Could not count")).toBeVisible();
      await button(page, "Deactivate extension").click();
      await expect(alert(page)).toContainText("Someone else changed this extension");
    },
    "without redirect URLs and scopes, with rotation and PKCE": async (opened) => {
      await changeClient(opened, {
        redirectUrls: [],
        scopes: [],
        requirePkce: true,
        refreshRotation: "confirm_on_use",
      });
      await opened.at();
    },
    "a search for scopes that finds none": async ({ page, at }) => {
      await at();
      await hydrated(page);
      await page.getByRole("searchbox").fill("nothing like this");
      await expect(page.getByText("No scope matches")).toBeVisible();
    },
    "after a failed save": async ({ page, at }) => {
      await at();
      await page.getByLabel("Description").fill("Changed.");
      await goOffline(page);
      await button(page, "Save").click();
      await expect(alert(page)).toBeVisible();
    },
  },
  [`${CLIENT}/configuration/versions`]: { "without a version": empty },
  [`${CLIENT}/connect`]: {
    "without a redirect URL": async (opened) => {
      await changeClient(opened, { redirectUrls: [] });
      await opened.at();
    },
  },
};
