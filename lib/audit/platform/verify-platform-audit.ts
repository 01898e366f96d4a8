import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { verifyPlatformAuditContract } from "@/lib/audit/platform/contract";
import { walkPlatformChain } from "@/lib/audit/walk-platform-chain";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof verifyPlatformAuditContract;

/**
 * Verifies that the platform's audit log is unchanged.
 * @throws ServiceError forbidden, insufficient_scope
 */
export async function verifyPlatformAudit({
  caller,
}: Pick<PlatformContext<Contract>, "caller">): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, verifyPlatformAuditContract.platformPermission);
  return { body: await walkPlatformChain() };
}
