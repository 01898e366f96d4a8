import { alert, type States } from "@/e2e/accessibility/console-states/reach-state";
import { expect } from "@/test/browser/test";
import { MINTED_PASSWORD } from "@/test/factories/mint";

/** The states of a person's own pages that no other file opens. */
export const profileStates: Readonly<Record<string, States>> = {
  "/profile": {
    "a wrong password": async ({ page, at }) => {
      await at();
      const panel = page.getByRole("region", { name: "Second factor" });
      await panel.getByLabel("Your password").fill("not the password");
      await panel.getByRole("button").click();
      await expect(alert(page)).toBeVisible();
    },
    "reached because an organization requires a second factor": async ({
      page,
      at,
      organizationId,
    }) => {
      await at(`?required_by=${organizationId}`);
      await expect(page.getByText("requires a second factor")).toBeVisible();
    },
  },
  "/profile/second-factor": {
    "a wrong code": async ({ page }) => {
      await page.goto("/profile");
      const panel = page.getByRole("region", { name: "Second factor" });
      await panel.getByLabel("Your password").fill(MINTED_PASSWORD);
      await panel.getByRole("button").click();
      await page.getByLabel("Code", { exact: true }).fill("000000");
      await page.keyboard.press("Enter");
      await expect(alert(page)).toBeVisible();
    },
  },
};
