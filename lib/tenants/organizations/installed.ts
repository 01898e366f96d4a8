import { z } from "zod";
import { recordChange } from "@/lib/audit/record-change";
import { revokeSecretsBeyondAccess } from "@/lib/clients/secrets/excess-secrets";
import { wakeDeliveryWorker } from "@/lib/consent/deliveries/delivery-worker";
import { removeGrantIn } from "@/lib/consent/grants/revoke-grants";
import { transaction } from "@/lib/core/db/client";
import { clientIdSchema } from "@/lib/core/schemas/id-schema";
import { organization } from "@/lib/operation/access";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { operation } from "@/lib/operation/operation";
import { page, value } from "@/lib/operation/returns";
import { presentGrant, readConnected } from "@/lib/tenants/companies/extensions";
import { findLiveGrants } from "@/lib/tenants/companies/repository";
import { sellerFailure } from "@/lib/tenants/companies/seller-failure";
import type { ConnectedExtension, GrantedExtension } from "@/lib/tenants/extension-values";

/** The current grants of the caller's organization, most recently changed first, with when each was last decided. */
export const listInstalled = operation({
  id: "listInstalled",
  access: organization("clients:read"),
  returns: value<GrantedExtension[]>(),
  async run({ caller: { organizationId } }) {
    const subject = { companyId: null, organizationId };
    const grants = await findLiveGrants({ organizationId });
    return grants.map((grant) => ({
      ...presentGrant(subject, grant),
      installedAt: grant.modifiedAt,
    }));
  },
});

/** Reads an extension that the organization itself has or had; null if it never granted it anything. */
export const openInstalled = operation({
  id: "openInstalled",
  access: organization("clients:read"),
  request: { params: z.object({ client_id: clientIdSchema }) },
  returns: value<ConnectedExtension | null>(),
  run: ({ caller: { organizationId }, params: { client_id: clientId } }) =>
    readConnected({ companyId: null, organizationId }, clientId),
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
    on: "/organization/{organization_id}/installed/{client_id}",
    failure: sellerFailure("extensionNotRemoved"),
  }),
  async run({ caller, info, params: { client_id: clientId } }) {
    await transaction(async (tx) => {
      const current = await lockCaller(tx, caller, PERMISSION);
      const { organizationId } = current;
      const granted = await tx.grant.findFirst({
        where: { organizationId, clientId, revokedAt: null },
        select: { scopes: true },
      });
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
        before: { scopes: granted?.scopes ?? null },
      };
      await recordChange(tx, current, info, change);
    });
    wakeDeliveryWorker();
    return { back: "?removed=1" };
  },
});
