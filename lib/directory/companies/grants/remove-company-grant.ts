import type { PlatformContext } from "@/lib/access/operation-context";
import { platformActor, requirePlatformPermission } from "@/lib/access/platform-caller";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { removeGrantIn } from "@/lib/consent/grants/remove-grant";
import { wakeDeliveryWorker } from "@/lib/deliveries/delivery-worker";
import { removeDirectoryCompanyGrantContract } from "@/lib/directory/companies/grants/contract";
import { noSuchGrant } from "@/lib/directory/companies/grants/no-such-grant";
import { findCompanyGrant } from "@/lib/directory/companies/grants/repository";
import { serializeCompanyGrant } from "@/lib/directory/companies/grants/serialize";
import { transaction } from "@/lib/kernel/db/client";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof removeDirectoryCompanyGrantContract;

/**
 * Revokes what a company granted an extension, and notifies the extension.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export async function removeCompanyGrant({
  params,
  caller,
  info,
}: Pick<PlatformContext<Contract>, "params" | "caller" | "info">): Promise<
  ContractOutput<Contract>
> {
  requirePlatformPermission(caller, removeDirectoryCompanyGrantContract.platformPermission);
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
}
