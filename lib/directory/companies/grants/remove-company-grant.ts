import { platformActor } from "@/lib/access/platform-caller";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { removeGrantIn } from "@/lib/consent/grants/remove-grant";
import { wakeDeliveryWorker } from "@/lib/deliveries/delivery-worker";
import { noSuchGrant } from "@/lib/directory/companies/grants/no-such-grant";
import { GRANT, ofGrant } from "@/lib/directory/companies/grants/paths";
import { findCompanyGrant } from "@/lib/directory/companies/grants/repository";
import { companyGrantSchema } from "@/lib/directory/companies/grants/schemas";
import { serializeCompanyGrant } from "@/lib/directory/companies/grants/serialize";
import { TAG } from "@/lib/directory/values";
import { transaction } from "@/lib/kernel/db/client";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

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
    const userId = caller.kind === "operator" ? caller.userId : null;
    const row = await transaction(async (tx) => {
      const granted = await findCompanyGrant(companyId, clientId, tx);
      if (!granted) throw noSuchGrant();
      await removeGrantIn(tx, { companyId, clientId, userId });
      await recordPlatformChange(tx, platformActor(caller), info, {
        action: "grant.revoked",
        target: `client:${clientId}`,
        before: { company_id: companyId, scopes: granted.scopes },
      });
      return granted;
    });
    wakeDeliveryWorker();
    return { body: serializeCompanyGrant(row) };
  },
});
