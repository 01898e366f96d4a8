import { z } from "zod";
import { recordChange } from "@/lib/audit/record-change";
import { revokeSecretsBeyondAccess } from "@/lib/clients/secrets/excess-secrets";
import { wakeDeliveryWorker } from "@/lib/consent/deliveries/delivery-worker";
import { removeGrantIn } from "@/lib/consent/grants/revoke-grants";
import { transaction } from "@/lib/core/db/client";
import { fullName } from "@/lib/core/full-name";
import { organization } from "@/lib/operation/access";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { operation } from "@/lib/operation/operation";
import { page, value } from "@/lib/operation/returns";
import type { GrantedExtension } from "@/lib/tenants/companies/extensions";
import { findLiveGrants } from "@/lib/tenants/companies/repository";
import { sellerFailure } from "@/lib/tenants/companies/seller-failure";
import { findInstalledScopes } from "@/lib/tenants/organizations/repository";
import { presentExtension } from "@/lib/tenants/present-extension";

/** An extension with scopes granted by the organization itself. `installedAt` is when they were last decided. */
type InstalledForOrganization = Omit<
  GrantedExtension,
  "isSuspended" | "suspensionReason" | "launchHref"
>;

/** Lists the current grants of the caller's organization, most recently changed first. */
export const listInstalled = operation({
  id: "listInstalled",
  access: organization("clients:read"),
  returns: value<InstalledForOrganization[]>(),
  async run({ caller }) {
    const grants = await findLiveGrants({ organizationId: caller.organizationId });
    return grants.map(({ scopes, modifiedAt, approver, client }) => ({
      ...presentExtension(client),
      isActive: client.isActive,
      scopes,
      installedAt: modifiedAt,
      approvedBy: fullName(approver),
    }));
  },
});

const PERMISSION = "organization:write";

/** Revokes what the organization granted an extension. Its next call is denied, and it is notified. */
export const removeInstalled = operation({
  id: "removeInstalled",
  request: {
    route: "POST /organization/{organization_id}/installed/{client_id}/remove",
    params: z.object({ client_id: z.string() }),
  },
  access: organization(PERMISSION),
  returns: page({
    on: "/organization/{organization_id}/settings",
    failure: sellerFailure("extensionNotRemoved"),
  }),
  async run({ caller, info, params: { client_id: clientId } }) {
    await transaction(async (tx) => {
      const current = await lockCaller(tx, caller, PERMISSION);
      const scopes = await findInstalledScopes(tx, caller.organizationId, clientId);
      const { organizationId } = current;
      const userId = current.kind === "user" ? current.userId : null;
      const givenBy = { companyId: null, organizationId };
      await removeGrantIn(tx, { clientId, userId, givenBy }, info);
      // The page offers no choice: removing an extension means leaving it with nothing.
      const decision = { caller: current, info, revokeSecrets: true };
      await revokeSecretsBeyondAccess(
        tx,
        { actor: `client:${clientId}`, remaining: null },
        decision,
      );
      const change = {
        action: "extension.removed",
        target: `client:${clientId}`,
        before: { scopes },
      };
      await recordChange(tx, current, info, change);
    });
    wakeDeliveryWorker();
    return { back: `?removed=${clientId}` };
  },
});
