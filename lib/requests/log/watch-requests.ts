import type { z } from "zod";
import type { ApiAccess } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { events } from "@/lib/operation/returns";
import { watchLog } from "@/lib/requests/live/live-events";
import { findRequests } from "@/lib/requests/log/find-requests";
import { INSTALLATION, type LogOwner, ORGANIZATION } from "@/lib/requests/log/owners";
import { liveRequestsQuerySchema } from "@/lib/requests/log/query-schemas";
import { requestSchema } from "@/lib/requests/log/schemas";
import type { RequestScope } from "@/lib/requests/log/scope";

/** Sends the requests of the clients of the caller's organization as they happen. */
export const watchRequests = watchOf("watchRequests", ORGANIZATION);

/** The same for the installation. */
export const watchPlatformRequests = watchOf("watchPlatformRequests", INSTALLATION);

/** @throws ServiceError forbidden or insufficient_scope; temporarily_unavailable if too many watch */
function watchOf<
  const Id extends string,
  A extends ApiAccess,
  P extends z.ZodObject,
  Path extends string,
>(id: Id, { path, access, params, of, scopeOf, actorOf }: LogOwner<A, P, Path, RequestScope>) {
  return operation({
    id,
    request: { route: `GET ${path}/live`, params, query: liveRequestsQuerySchema },
    access,
    summary: `Watch the requests ${of}`,
    description:
      'Sends requests as server-sent events while they happen, each with the event name `request` and a request as JSON, within about a second. A call is sent again when its status arrives later; its `id` tells. `gap` says that there were too many to send each, and `end` that access has ended (`{"reason": "access_ended"}`) or that the server restarts (`restart`). After a lost connection, `Last-Event-ID` continues with those of the last five minutes. Each process serves a limited number of such connections and answers 503 with `Retry-After` above it.',
    tag: "Requests",
    returns: events(requestSchema, "The requests as they happen."),
    async run(context) {
      const { caller, query: filter, lastEventId, authorizeAgain } = context;
      const scope = scopeOf(caller, context.params);
      return watchLog((span, limit) => findRequests(scope, span, { filter, limit }), {
        actor: actorOf(caller),
        lastEventId,
        authorizeAgain,
      });
    },
  });
}
