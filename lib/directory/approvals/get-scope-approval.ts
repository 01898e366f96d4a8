import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { getScopeApprovalContract } from "@/lib/directory/approvals/contract";
import { findApproval } from "@/lib/directory/approvals/repository";
import { serializeApproval } from "@/lib/directory/approvals/serialize";
import { ServiceError } from "@/lib/kernel/errors";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof getScopeApprovalContract;

/**
 * An extension's request for a restricted scope.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export async function getScopeApproval({
  params,
  caller,
}: Pick<PlatformContext<Contract>, "params" | "caller">): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, getScopeApprovalContract.platformPermission);
  const row = await findApproval(params.client_id, params.scope);
  if (!row) {
    throw new ServiceError(
      "not_found",
      "The extension has not requested this scope. Decide without a request with a PUT.",
    );
  }
  return { body: serializeApproval(row) };
}
