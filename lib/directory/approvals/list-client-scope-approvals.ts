import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { listClientScopeApprovalsContract } from "@/lib/directory/approvals/contract";
import { listApprovalsPage } from "@/lib/directory/approvals/list-approvals-page";
import { noSuchClient } from "@/lib/directory/clients/no-such-client";
import { findClient } from "@/lib/directory/clients/repository";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof listClientScopeApprovalsContract;

/**
 * Lists an extension's requests for restricted scopes.
 * @throws ServiceError forbidden, insufficient_scope, not_found, invalid_request for a forged cursor
 */
export async function listClientScopeApprovals({
  params,
  query,
  caller,
}: Pick<PlatformContext<Contract>, "params" | "query" | "caller">): Promise<
  ContractOutput<Contract>
> {
  requirePlatformPermission(caller, listClientScopeApprovalsContract.platformPermission);
  const body = await listApprovalsPage(params.client_id, query);
  if (body.items.length === 0 && !(await findClient(params.client_id))) throw noSuchClient();
  return { body };
}
