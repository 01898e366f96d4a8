import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { exportOrganizationCallsContract } from "@/lib/activity/calls/contract";
import { writeCallExport } from "@/lib/activity/calls/write-call-export";
import { recordChange } from "@/lib/audit/record-change";
import { recordedFilter } from "@/lib/audit/write-export";
import { db } from "@/lib/kernel/db/client";
import type { StreamedFile } from "@/lib/kernel/http/streamed-file";

/**
 * Exports the matching calls of all clients of the caller's organization as a file, newest first. Records the export as
 * `calls.exported`.
 * @throws ServiceError forbidden
 */
export async function exportOrganizationCalls({
  query: { format, ...filter },
  caller,
  info,
}: Pick<
  OperationContext<typeof exportOrganizationCallsContract>,
  "query" | "caller" | "info"
>): Promise<StreamedFile> {
  requirePermission(caller, exportOrganizationCallsContract.permission);
  const { organizationId } = caller;
  const log = { organizationId, clientId: filter.client_id ?? null };
  await recordChange(db(), caller, info, {
    action: "calls.exported",
    target: `organization:${organizationId}`,
    after: { format, ...recordedFilter(filter) },
  });
  return writeCallExport(`calls-${organizationId}`, format, log, filter);
}
