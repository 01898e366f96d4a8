import { CLIENT_PATH, noSuchClient, ofClient } from "@/lib/clients/paths";
import { describeDifference } from "@/lib/core/diagnosis/describe-difference";
import { type PagedList, readPage } from "@/lib/core/http/read-page";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import {
  type ClientEvent,
  clientEventListSchema,
  deniedInputSchema,
} from "@/lib/protocol/events/schemas";
import { type EventRow, listEventRows } from "@/lib/requests/events/list-repository";
import { listEventsQuerySchema } from "@/lib/requests/events/query-schemas";
import { serializeFix } from "@/lib/requests/events/serialize-fix";

/**
 * Lists a page of the events of a client of the caller's organization, newest first.
 * @throws ServiceError not_found, forbidden; invalid_request for a forged cursor or one combined with a page number
 */
export const listEvents = operation({
  id: "listEvents",
  route: `GET ${CLIENT_PATH}/events`,
  access: organization("clients:read"),
  summary: "List a client's events",
  description:
    "Lists issued tokens and denied requests, newest first. For a denial, the event shows what was sent (redacted), which check failed, how the request differs from what is registered, and the likely fix. To find one, filter by the request_id of its response.",
  tag: "Activity",
  params: ofClient,
  query: listEventsQuerySchema,
  returns: json(clientEventListSchema, "A page of events."),
  async run({ params, query, caller }) {
    const { organizationId } = caller;
    const list: PagedList<EventRow> = {
      name: `events:${params.client_id}`,
      positionOf: ({ id, createdAt }) => ({ id, value: createdAt.toISOString() }),
      read: async (part) => {
        const events = await listEventRows(organizationId, params.client_id, query, part);
        if (!events) throw noSuchClient();
        return events;
      },
    };
    const { rows, page } = await readPage(list, query);
    return { body: { items: rows.map(serializeEvent), page } };
  },
});

function serializeEvent(row: EventRow): ClientEvent {
  return {
    id: row.id,
    kind: row.kind,
    outcome: row.outcome,
    reason: row.reason,
    check: row.check,
    message: row.detail,
    input: deniedInputSchema.nullable().parse(row.input),
    difference: row.difference && describeDifference(row.difference),
    fix: serializeFix(row.fix),
    request_id: row.requestId,
    company_id: row.companyId,
    organization_id: row.organizationId,
    authenticated: row.authenticated,
    more: row.more,
    created_at: row.createdAt.toISOString(),
  };
}
