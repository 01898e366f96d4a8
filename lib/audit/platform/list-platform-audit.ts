import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import type { AuditEntryRow } from "@/lib/audit/list-sql";
import { listPlatformAuditContract } from "@/lib/audit/platform/contract";
import { platformAuditLog } from "@/lib/audit/platform/list-repository";
import { serializeAuditEntry } from "@/lib/audit/serialize";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { type PagedList, readPage } from "@/lib/kernel/http/read-page";

type Contract = typeof listPlatformAuditContract;

/**
 * Lists a page of the platform's audit log, newest first.
 * @throws ServiceError forbidden, insufficient_scope; invalid_request for a forged cursor or one combined with a page
 * number
 */
export async function listPlatformAudit({
  query,
  caller,
}: Pick<PlatformContext<Contract>, "query" | "caller">): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, listPlatformAuditContract.platformPermission);
  const list: PagedList<AuditEntryRow> = {
    name: "platform-audit",
    positionOf: ({ id }) => ({ id, value: "" }),
    read: (part) => platformAuditLog.list({}, query, part),
  };
  const { rows, page } = await readPage(list, query);
  return { body: { items: rows.map(serializeAuditEntry), page } };
}
