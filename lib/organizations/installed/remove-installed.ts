import { z } from "zod";
import { lockCaller } from "@/lib/access/lock-caller";
import { recordChange } from "@/lib/audit/record-change";
import { revokeExcessSecrets } from "@/lib/clients/secrets/excess-secrets";
import { sellerFailure } from "@/lib/companies/seller-failure";
import { revokeOrganizationGrant } from "@/lib/consent/grants/revoke-organization-grant";
import { wakeDeliveryWorker } from "@/lib/deliveries/delivery-worker";
import { transaction } from "@/lib/kernel/db/client";
import { ServiceError } from "@/lib/kernel/errors";
import { textInPath } from "@/lib/kernel/schemas/text-in-path";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { page } from "@/lib/operation/returns";
import { findInstalledScopes } from "@/lib/organizations/installed/repository";

const PERMISSION = "organization:write";

/** Revokes what the organization granted an extension. Its next call is denied, and it is notified. */
export const removeInstalled = operation({
  id: "removeInstalled",
  route: "POST /organization/{organization_id}/installed/{client_id}/remove",
  access: organization(PERMISSION),
  params: z.object({ client_id: textInPath }),
  returns: page({
    on: "/organization/{organization_id}/installed",
    failure: sellerFailure("extensionNotRemoved"),
  }),
  async run({ caller, info, params: { client_id: clientId } }) {
    await transaction(async (tx) => {
      const current = await lockCaller(tx, caller, PERMISSION);
      const scopes = await findInstalledScopes(tx, caller.organizationId, clientId);
      if (!scopes || !(await revokeOrganizationGrant(tx, current, clientId))) {
        throw new ServiceError("not_found", "The organization has not installed this extension.");
      }
      // The page offers no choice: removing an extension means leaving it with nothing.
      const decision = { caller: current, info, revokeSecrets: true };
      await revokeExcessSecrets(tx, { actor: `client:${clientId}`, remaining: null }, decision);
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
