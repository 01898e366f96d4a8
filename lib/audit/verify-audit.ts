import { verifyAuditContract } from "@/lib/audit/contract";
import { walkChain } from "@/lib/audit/walk-chain";
import { requirePermission } from "@/lib/auth/caller";
import type { ContractOutput } from "@/lib/http/contract";
import type { VerbContext } from "@/lib/http/handle";

type Contract = typeof verifyAuditContract;

/**
 * Says whether the audit log of the caller's organization is as it was written.
 * @throws ServiceError forbidden
 */
export async function verifyAudit({
  caller,
}: Pick<VerbContext<Contract>, "caller">): Promise<ContractOutput<Contract>> {
  requirePermission(caller, verifyAuditContract.permission);
  return { body: await walkChain(caller.organizationId) };
}
