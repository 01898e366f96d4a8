import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { listScopeApprovalsContract } from "@/lib/directory/approvals/contract";
import { listApprovalsPage } from "@/lib/directory/approvals/list-approvals-page";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof listScopeApprovalsContract;

/**
 * Lists requests of all extensions for restricted scopes.
 * @throws ServiceError forbidden, insufficient_scope, invalid_request for a forged cursor
 */
export async function listScopeApprovals({
  query,
  caller,
}: Pick<PlatformContext<Contract>, "query" | "caller">): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, listScopeApprovalsContract.platformPermission);
  return { body: await listApprovalsPage(null, query) };
}
