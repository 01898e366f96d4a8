import { inOrganization } from "@/lib/clients/paths";
import { organization, platform } from "@/lib/operation/access";
import { actorOf } from "@/lib/operation/access/caller";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { events } from "@/lib/operation/returns";
import { type LiveLog, watchLog } from "@/lib/requests/live/live-events";
import { findRequests } from "@/lib/requests/log/find-requests";
import type { RequestRow } from "@/lib/requests/log/list-sql";
import { LIVE, ORGANIZATION_REQUESTS, PLATFORM_REQUESTS } from "@/lib/requests/log/paths";
import { liveRequestsQuerySchema, type RequestFilter } from "@/lib/requests/log/query-schemas";
import { requestSchema } from "@/lib/requests/log/schemas";
import type { RequestScope } from "@/lib/requests/log/scope";
import { serializeRequest } from "@/lib/requests/log/serialize";

/**
 * Sends the requests of the clients of the caller's organization as they happen.
 * @throws ServiceError forbidden; temporarily_unavailable if too many watch
 */
export const watchRequests = operation({
  id: "watchRequests",
  route: `GET ${ORGANIZATION_REQUESTS}/live`,
  access: organization("clients:read"),
  summary: "Watch the requests of all clients",
  description: LIVE,
  tag: "Requests",
  params: inOrganization,
  query: liveRequestsQuerySchema,
  returns: events(requestSchema, "The requests as they happen."),
  async run({ query, caller, ...live }) {
    const scope = { organizationId: caller.organizationId, clientId: null };
    return watchLog(liveLog(scope, query), { ...live, actor: actorOf(caller) });
  },
});

/**
 * The same for the installation.
 * @throws ServiceError forbidden or insufficient_scope; temporarily_unavailable if too many watch
 */
export const watchPlatformRequests = operation({
  id: "watchPlatformRequests",
  route: `GET ${PLATFORM_REQUESTS}/live`,
  access: platform("log:read"),
  summary: "Watch the requests of the installation",
  description: LIVE,
  tag: "Requests",
  query: liveRequestsQuerySchema,
  returns: events(requestSchema, "The requests as they happen."),
  async run({ query, caller, ...live }) {
    const scope = { organizationId: null, clientId: null };
    return watchLog(liveLog(scope, query), { ...live, actor: platformActor(caller) });
  },
});

function liveLog(scope: RequestScope, filter: RequestFilter): LiveLog<RequestRow> {
  return {
    name: "request",
    keyOf: (row) => row.key,
    serialize: serializeRequest,
    read: async (span, limit) => {
      const { requests, reached } = await findRequests(scope, span, filter, limit);
      return { rows: requests, reached };
    },
  };
}
