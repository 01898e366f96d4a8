import { z } from "zod";
import { recordChange } from "@/lib/audit/record-change";
import { revokeSecretsBeyondAccess } from "@/lib/clients/secrets/excess-secrets";
import { wakeDeliveryWorker } from "@/lib/consent/deliveries/delivery-worker";
import { revokeOrganizationGrant } from "@/lib/consent/grants/remove-grant";
import { transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { organization } from "@/lib/operation/access";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { operation } from "@/lib/operation/operation";
import { page } from "@/lib/operation/returns";
import { sellerFailure } from "@/lib/tenants/companies/seller-failure";
import { findInstalledScopes } from "@/lib/tenants/organizations/installed/repository";

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
      if (!scopes || !(await revokeOrganizationGrant(tx, current, clientId, info))) {
        throw new ServiceError("not_found", "The organization has not installed this extension.");
      }
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
