import {
  alert,
  empty,
  forbidden,
  goOffline,
  openAs,
  pastTheEnd,
  type States,
} from "@/e2e/accessibility/console-states/reach-state";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { button, choose, dialog } from "@/test/browser/console-parts";
import { expect } from "@/test/browser/test";
import { mintClient, mintCompany, mintMember } from "@/test/factories/mint";
import { auditIds, mintAuditRows, tamperWithAudit } from "@/test/factories/mint-audit";
import { mintCall } from "@/test/factories/mint-call";
import { denial, mintEvents } from "@/test/factories/mint-events";
import { mintInvitation } from "@/test/factories/mint-invitation";
import { mintSecondFactor } from "@/test/factories/mint-second-factor";

/** An allowed call and a denied one with its entry in the failure log. @returns the request id of the latter */
async function mintDeniedCall(organizationId: string): Promise<string> {
  const client = await mintClient(organizationId);
  const { companyId } = await mintCompany();
  mintCall({ client, companyId });
  const denied = { denial: "access_token_scope", scope: null, status: 403 } as const;
  const { requestId } = mintCall({ client, companyId }, denied);
  await flushCalls();
  const fix = { kind: "request_scopes", scopes: ["company/orders/read"] };
  const check = "access_token_scope";
  const entry = { kind: "bearer", requestId, check, fix } as const;
  await mintEvents(client.clientId, [denial("insufficient_scope", entry)]);
  return requestId;
}

/** The states of an organization's pages that no other file opens. */
export const organizationStates: Readonly<Record<string, States>> = {
  "/organization/[organization_id]": {
    "the menu of a person": async ({ page, at }) => {
      await at();
      await button(page, "Asha Rao").click();
      await expect(page.getByRole("group", { name: "Language" })).toBeVisible();
    },
  },
  "/organization/[organization_id]/audit": {
    forbidden,
    "nothing changed yet": empty,
    "a log that was tampered with": async ({ page, at, organizationId, owner }) => {
      await mintAuditRows(organizationId, owner.userId, [{}, {}]);
      const [first] = await auditIds(organizationId);
      await tamperWithAudit("UPDATE audit_rows SET ip_address = '192.0.2.8' WHERE id = $1", first);
      await at("?verify=1");
      await expect(alert(page)).toContainText("changed after it was written");
    },
    "past the end": async (opened) => {
      await mintAuditRows(opened.organizationId, opened.owner.userId, [{}]);
      await pastTheEnd(opened);
    },
  },
  "/organization/[organization_id]/requests": {
    "a denied call with its fix": async ({ page, at, organizationId }) => {
      await at(`?request=${await mintDeniedCall(organizationId)}`);
      await expect(page.getByRole("heading", { name: "Likely fix" })).toBeVisible();
    },
    "an unknown request": async ({ page, at }) => {
      await at("?request=unknown");
      await expect(page.getByText("There is no such request here")).toBeVisible();
    },
    "nothing found": async ({ page, at }) => {
      await at("?denied=true&q=nothing-like-this");
      await expect(page.getByText("No request matches")).toBeVisible();
    },
    reconnecting: async ({ page, at }) => {
      await page.route("**/requests/live*", (route) => route.abort());
      await at();
      await expect(page.getByText(/^Reconnecting…/)).toBeVisible();
    },
  },
  "/organization/[organization_id]/clients": {
    "no matches": async ({ page, at }) => {
      await at("?q=nothing-like-this");
      await expect(page.getByRole("heading", { name: "Nothing matches" })).toBeVisible();
    },
    "past the end": pastTheEnd,
    "many about to be deactivated": async ({ page, at }) => {
      await at();
      await page.getByRole("checkbox", { name: /^Select all/ }).check();
      await button(page, "Deactivate").click();
      await expect(dialog(page)).toBeVisible();
    },
    "many that could not be changed": async ({ page, at }) => {
      await at();
      await page.getByRole("checkbox", { name: /^Select all/ }).check();
      await goOffline(page);
      await button(page, "Activate").click();
      await expect(alert(page)).toBeVisible();
    },
  },
  "/organization/[organization_id]/clients/new": {
    forbidden: async (opened) => {
      await openAs("auditor", opened);
      await expect(opened.page.getByRole("heading", { level: 1 })).toHaveText(
        /role does not allow/,
      );
    },
    "each field rejected": async ({ page, at }) => {
      await at();
      await page.getByLabel("URL of the extension").fill("no address");
      await button(page, "Create extension").click();
      await expect(page.getByText("Fill in this field.")).toBeVisible();
    },
    "without an address": async ({ page, at }) => {
      await at();
      await expect(page.getByText(/^http\S+\/sandbox\/callback$/)).toBeVisible();
    },
    "after a failed submission": async (opened) => {
      const { page, at } = opened;
      await at();
      await page.getByLabel("Name", { exact: true }).fill("Parcel");
      await goOffline(page);
      await button(page, "Create extension").click();
      await expect(alert(page)).toBeVisible();
    },
    "a manifest compared with it": async ({ page, at }) => {
      await at();
      await page.getByText("Import a manifest").click();
      await page.getByLabel("Or paste it").fill('{"latchkey_manifest": 1, "require_pkce": true}');
      await expect(page.getByRole("rowheader", { name: "Require PKCE" })).toBeVisible();
    },
    "a new secret": async ({ page, at }) => {
      await at();
      await page.getByLabel("Name", { exact: true }).fill("Parcel");
      await button(page, "Create extension").click();
      await expect(page.getByRole("heading", { name: "Parcel was created" })).toBeFocused();
    },
  },
  "/organization/[organization_id]/members": {
    "a member about to be removed": async ({ page, at, organizationId }) => {
      await mintMember(organizationId, "developer");
      await at();
      await choose(page.getByRole("row", { name: /Developer/ }), /^Remove/);
      await goOffline(page);
      await dialog(page).getByRole("button", { name: "Remove" }).click();
      await expect(alert(page)).toBeVisible();
    },
    "the last owner, who may not leave": async ({ page, at }) => {
      await at();
      await choose(page, "Leave the organization");
      await dialog(page).getByRole("button", { name: "Leave" }).click();
      await expect(alert(page)).toBeVisible();
    },
    "an invitation, and a second one to the same person": async ({ page, at }) => {
      await at();
      const answers = [page.getByText(/^Give this link/), alert(page)];
      for (const answer of answers) {
        await button(page, "Invite").click();
        await dialog(page).getByLabel("Email").fill("nia@example.com");
        await dialog(page).getByRole("button", { name: "Invite" }).click();
        await expect(answer).toBeVisible();
      }
    },
    "an expired invitation, sent again": async ({ page, at, organizationId }) => {
      const long = new Date("2026-01-01");
      await mintInvitation(organizationId, { expiresAt: long });
      await at();
      const row = page.getByRole("row", { name: /Expired/ });
      await choose(row, /^Send again/);
      await dialog(page).getByRole("button", { name: "Send again" }).click();
      await expect(page.getByText(/^Give this link/)).toBeVisible();
    },
  },
  "/organization/[organization_id]/settings": {
    "after a failed save": async ({ page, at }) => {
      await at();
      await goOffline(page);
      await button(page, "Save name").click();
      await expect(alert(page)).toBeVisible();
    },
    "saved, with a second factor required of all": async ({ page, at, owner, organizationId }) => {
      await mintSecondFactor(owner.userId);
      await mintMember(organizationId, "developer");
      await at();
      await button(page, "Require a second factor").click();
      await expect(button(page, "Stop requiring it")).toBeVisible();
      await button(page, "Save name").click();
      await expect(page.getByText("The name was saved.")).toBeVisible();
    },
  },
};
