import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { listPlatformAuditContract } from "@/lib/audit/platform/contract";
import { listPlatformAuditRows } from "@/lib/audit/platform/list-repository";
import { serializeAuditEntry } from "@/lib/audit/serialize";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { describePage } from "@/lib/kernel/http/describe-page";

type Contract = typeof listPlatformAuditContract;

/**
 * Lists a page of the platform's audit log, newest first.
 * @throws ServiceError forbidden, insufficient_scope
 */
export async function listPlatformAudit({
  query,
  caller,
}: Pick<PlatformContext<Contract>, "query" | "caller">): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, listPlatformAuditContract.platformPermission);
  const { total, entries } = await listPlatformAuditRows(query);
  const items = entries.map(serializeAuditEntry);
  return { body: { items, page: describePage(query, items, total) } };
}
