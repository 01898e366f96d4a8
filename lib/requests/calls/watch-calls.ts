import { ofClient } from "@/lib/clients/paths";
import { requireOwnClient } from "@/lib/clients/require-own-client";
import type { EventFeed } from "@/lib/core/http/streamed-responses";
import { organization } from "@/lib/operation/access";
import { actorOf, type Caller } from "@/lib/operation/access/caller";
import { type LiveFacts, operation } from "@/lib/operation/operation";
import { events } from "@/lib/operation/returns";
import type { CallLog } from "@/lib/requests/calls/call-log";
import {
  CLIENT_CALLS,
  EVENTS,
  ORGANIZATION_CALLS,
  ofOrganization,
} from "@/lib/requests/calls/paths";
import {
  type CallMatch,
  liveCallsQuerySchema,
  liveClientCallsQuerySchema,
} from "@/lib/requests/calls/query-schemas";
import { readCalls } from "@/lib/requests/calls/repository";
import { callSchema } from "@/lib/requests/calls/schemas";
import { serializeCall } from "@/lib/requests/calls/serialize";
import { watchLog } from "@/lib/requests/live/live-events";

/**
 * Sends the calls of a client of the caller's organization as they happen.
 * @throws ServiceError not_found or forbidden; temporarily_unavailable if too many watch
 */
export const watchClientCalls = operation({
  id: "watchClientCalls",
  route: `GET ${CLIENT_CALLS}/live`,
  access: organization("clients:read"),
  summary: "Watch a client's calls",
  description: EVENTS,
  tag: "Calls",
  params: ofClient,
  query: liveClientCallsQuerySchema,
  returns: events(callSchema, "The calls as they happen."),
  async run(context) {
    const { params, query, caller, authorizeAgain } = context;
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
  },
});

/**
 * Sends the calls of all clients of the caller's organization as they happen.
 * @throws ServiceError forbidden; temporarily_unavailable if too many watch
 */
export const watchOrganizationCalls = operation({
  id: "watchOrganizationCalls",
  route: `GET ${ORGANIZATION_CALLS}/live`,
  access: organization("clients:read"),
  summary: "Watch the calls of all clients",
  description: EVENTS,
  tag: "Calls",
  params: ofOrganization,
  query: liveCallsQuerySchema,
  returns: events(callSchema, "The calls as they happen."),
  async run(context) {
    const { query, caller } = context;
    const { organizationId } = caller;
    return watchCalls({ organizationId, clientId: query.client_id ?? null }, query, context);
  },
});

function watchCalls(
  log: CallLog,
  match: CallMatch,
  { caller, lastEventId, authorizeAgain }: LiveFacts & { caller: Caller },
): EventFeed {
  return watchLog(
    {
      name: "call",
      keyOf: (row) => row.requestId,
      serialize: serializeCall,
      read: async (span, limit) => {
        const { calls, reached } = await readCalls(log, span, match, limit);
        return { rows: calls, reached };
      },
    },
    { actor: actorOf(caller), lastEventId, authorizeAgain },
  );
}
