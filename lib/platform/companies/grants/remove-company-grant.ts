import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { wakeDeliveryWorker } from "@/lib/consent/deliveries/delivery-worker";
import { removeGrantIn } from "@/lib/consent/grants/remove-grant";
import { transaction } from "@/lib/core/db/client";
import { platform } from "@/lib/operation/access";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import {
  companyGrantSchema,
  companyGrants,
  GRANT,
  ofGrant,
} from "@/lib/platform/companies/grants/company-grant";
import { findCompanyGrant } from "@/lib/platform/companies/grants/repository";
import { found } from "@/lib/platform/resource";
import { TAG } from "@/lib/platform/values";

/**
 * Revokes what a company granted an extension, and notifies the extension.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export const removeCompanyGrant = operation({
  id: "removeDirectoryCompanyGrant",
  route: `DELETE ${GRANT}`,
  access: platform("directory:write"),
  summary: "Uninstall a company's extension",
  description:
    "Revokes the grant: all of its codes and tokens stop at once, and the extension is notified, as if the seller had removed it.",
  tag: TAG,
  params: ofGrant,
  returns: json(companyGrantSchema, "The revoked grant."),
  async run({ params, caller, info }) {
    const { company_id: companyId, client_id: clientId } = params;
    const grants = companyGrants(companyId);
    const userId = caller.kind === "operator" ? caller.userId : null;
    const row = await transaction(async (tx) => {
      const granted = found(grants, await findCompanyGrant(companyId, clientId, tx));
      await removeGrantIn(tx, { companyId, clientId, userId }, info);
      await recordPlatformChange(tx, platformActor(caller), info, {
        action: "grant.revoked",
        target: `client:${clientId}`,
        before: { company_id: companyId, scopes: granted.scopes },
      });
      return granted;
    });
    wakeDeliveryWorker();
    return { body: grants.serialize(row) };
  },
});
