import { requirePermission } from "@/lib/access/caller";
import { watchClientCallsContract } from "@/lib/activity/calls/contract";
import { type WatchContext, watchCalls } from "@/lib/activity/calls/live/watch-calls";
import { requireOwnClient } from "@/lib/clients/require-own-client";
import type { EventFeed } from "@/lib/kernel/http/event-stream";

/**
 * Sends the calls of a client of the caller's organization as they happen.
 * @throws ServiceError not_found or forbidden; temporarily_unavailable if too many watch
 */
export async function watchClientCalls(
  context: WatchContext<typeof watchClientCallsContract>,
): Promise<EventFeed> {
  const { params, query, caller, authorizeAgain } = context;
  requirePermission(caller, watchClientCallsContract.permission);
  const { organizationId } = caller;
  const clientId = params.client_id;
  await requireOwnClient(organizationId, clientId);
  return watchCalls({ organizationId, clientId }, query, {
    ...context,
    authorizeAgain: async () => {
      await authorizeAgain();
      await requireOwnClient(organizationId, clientId);
    },
  });
}
