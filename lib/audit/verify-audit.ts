import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { verifyAuditContract } from "@/lib/audit/contract";
import { walkOrganizationChain } from "@/lib/audit/walk-organization-chain";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof verifyAuditContract;

/**
 * Verifies that the audit log of the caller's organization is unchanged.
 * @throws ServiceError forbidden
 */
export async function verifyAudit({
  caller,
}: Pick<OperationContext<Contract>, "caller">): Promise<ContractOutput<Contract>> {
  requirePermission(caller, verifyAuditContract.permission);
  return { body: await walkOrganizationChain(caller.organizationId) };
}
