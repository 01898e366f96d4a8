import { requirePermission } from "@/lib/access/caller";
import { watchOrganizationCallsContract } from "@/lib/activity/calls/contract";
import { type WatchContext, watchCalls } from "@/lib/activity/calls/live/watch-calls";
import type { EventFeed } from "@/lib/kernel/http/event-stream";

/**
 * Sends the calls of all clients of the caller's organization as they happen.
 * @throws ServiceError forbidden; temporarily_unavailable if too many watch
 */
export async function watchOrganizationCalls(
  context: WatchContext<typeof watchOrganizationCallsContract>,
): Promise<EventFeed> {
  const { query, caller } = context;
  requirePermission(caller, watchOrganizationCallsContract.permission);
  const { organizationId } = caller;
  return watchCalls({ organizationId, clientId: query.client_id ?? null }, query, context);
}
