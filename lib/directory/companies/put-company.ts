import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { wakeDeliveryWorker } from "@/lib/deliveries/delivery-worker";
import { putDirectoryCompanyContract } from "@/lib/directory/companies/contract";
import { auditedCompany, serializeCompany } from "@/lib/directory/companies/serialize";
import { storeCompany } from "@/lib/directory/companies/store-company";
import { recordStored } from "@/lib/directory/record-stored";
import { transaction } from "@/lib/kernel/db/client";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof putDirectoryCompanyContract;

/**
 * Creates or changes a company. Closing it notifies its extensions.
 * @throws ServiceError forbidden, insufficient_scope, invalid_request, conflict, precondition_failed
 */
export async function putCompany({
  params,
  body,
  caller,
  info,
  ifNoneMatch,
}: PlatformContext<Contract>): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, putDirectoryCompanyContract.platformPermission);
  const { status, row } = await transaction(async (tx) => {
    // In the console, an operator also changes companies that the directory does not know.
    const staysLocal = caller.kind === "operator";
    const stored = await storeCompany(tx, params.company_id, body, { staysLocal });
    const target = `company:${params.company_id}`;
    await recordStored(
      tx,
      { caller, info, ifNoneMatch },
      { kind: "company", target, stored },
      auditedCompany,
    );
    return stored;
  });
  if (row.status === "closed") wakeDeliveryWorker();
  return { isNew: status === "created", body: serializeCompany(row) };
}
