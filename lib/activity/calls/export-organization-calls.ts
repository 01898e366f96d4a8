import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { exportOrganizationCallsContract } from "@/lib/activity/calls/contract";
import { writeCallExport } from "@/lib/activity/calls/write-call-export";
import type { StreamedFile } from "@/lib/kernel/http/streamed-file";

/**
 * Exports the matching calls of all clients of the caller's organization as a file, newest first.
 * @throws ServiceError forbidden
 */
export async function exportOrganizationCalls({
  query: { format, ...filter },
  caller,
}: Pick<
  OperationContext<typeof exportOrganizationCallsContract>,
  "query" | "caller"
>): Promise<StreamedFile> {
  requirePermission(caller, exportOrganizationCallsContract.permission);
  const { organizationId } = caller;
  const log = { organizationId, clientId: filter.client_id ?? null };
  return writeCallExport(`calls-${organizationId}`, format, log, filter);
}
