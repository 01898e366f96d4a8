import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { listAuditContract } from "@/lib/audit/contract";
import { auditLog } from "@/lib/audit/list-repository";
import type { AuditEntryRow } from "@/lib/audit/list-sql";
import { serializeAuditEntry } from "@/lib/audit/serialize";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { type PagedList, readPage } from "@/lib/kernel/http/read-page";

type Contract = typeof listAuditContract;

/**
 * Lists a page of the audit log of the caller's organization, newest first.
 * @throws ServiceError forbidden; invalid_request for a forged cursor or one combined with a page number
 */
export async function listAudit({
  query,
  caller,
}: Pick<OperationContext<Contract>, "query" | "caller">): Promise<ContractOutput<Contract>> {
  requirePermission(caller, listAuditContract.permission);
  const { organizationId } = caller;
  const list: PagedList<AuditEntryRow> = {
    name: `audit:${organizationId}`,
    positionOf: ({ id }) => ({ id, value: "" }),
    read: (part) => auditLog.list({ organizationId }, query, part),
  };
  const { rows, page } = await readPage(list, query);
  return { body: { items: rows.map(serializeAuditEntry), page } };
}
