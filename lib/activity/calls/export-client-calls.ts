import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { exportClientCallsContract } from "@/lib/activity/calls/contract";
import { writeCallExport } from "@/lib/activity/calls/write-call-export";
import { recordChange } from "@/lib/audit/record-change";
import { recordedFilter } from "@/lib/audit/write-export";
import { requireOwnClient } from "@/lib/clients/require-own-client";
import { db } from "@/lib/kernel/db/client";
import type { StreamedFile } from "@/lib/kernel/http/streamed-file";

/**
 * Exports the matching calls of a client of the caller's organization as a file, newest first. Records the export as
 * `calls.exported`.
 * @throws ServiceError not_found or forbidden
 */
export async function exportClientCalls({
  params,
  query: { format, ...filter },
  caller,
  info,
}: Pick<
  OperationContext<typeof exportClientCallsContract>,
  "params" | "query" | "caller" | "info"
>): Promise<StreamedFile> {
  requirePermission(caller, exportClientCallsContract.permission);
  const { organizationId } = caller;
  const clientId = params.client_id;
  await requireOwnClient(organizationId, clientId);
  await recordChange(db(), caller, info, {
    action: "calls.exported",
    target: `client:${clientId}`,
    after: { format, ...recordedFilter(filter) },
  });
  return writeCallExport(`calls-${clientId}`, format, { organizationId, clientId }, filter);
}
