import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { exportClientCallsContract } from "@/lib/activity/calls/contract";
import { writeCallExport } from "@/lib/activity/calls/write-call-export";
import { requireOwnClient } from "@/lib/clients/require-own-client";
import type { StreamedFile } from "@/lib/kernel/http/streamed-file";

/**
 * Exports the matching calls of a client of the caller's organization as a file, newest first.
 * @throws ServiceError not_found or forbidden
 */
export async function exportClientCalls({
  params,
  query: { format, ...filter },
  caller,
}: Pick<
  OperationContext<typeof exportClientCallsContract>,
  "params" | "query" | "caller"
>): Promise<StreamedFile> {
  requirePermission(caller, exportClientCallsContract.permission);
  const { organizationId } = caller;
  const clientId = params.client_id;
  await requireOwnClient(organizationId, clientId);
  return writeCallExport(`calls-${clientId}`, format, { organizationId, clientId }, filter);
}
