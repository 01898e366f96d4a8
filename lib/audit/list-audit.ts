import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { listAuditContract } from "@/lib/audit/contract";
import { listAuditRows } from "@/lib/audit/list-repository";
import { serializeAuditEntry } from "@/lib/audit/serialize";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { describePage } from "@/lib/kernel/http/describe-page";

type Contract = typeof listAuditContract;

/**
 * Lists a page of the audit log of the caller's organization, newest first.
 * @throws ServiceError forbidden
 */
export async function listAudit({
  query,
  caller,
}: Pick<OperationContext<Contract>, "query" | "caller">): Promise<ContractOutput<Contract>> {
  requirePermission(caller, listAuditContract.permission);
  const { total, entries } = await listAuditRows(caller.organizationId, query);
  const items = entries.map(serializeAuditEntry);
  return { body: { items, page: describePage(query, items, total) } };
}
