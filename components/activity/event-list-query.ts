import { z } from "zod";
import { listEventsQuerySchema } from "@/lib/activity/events/query-schemas";
import { momentOfControl } from "../ui/utc-moment";

const { kind, outcome, reason, check, request_id, authenticated, from, to, page_no } =
  listEventsQuerySchema.shape;

// Addresses are typed and cut by hand: what cannot be read is as if it were not there.
const eventListQuerySchema = z.object({
  request_id: request_id.catch(undefined),
  outcome: outcome.catch(undefined),
  kind: kind.catch(undefined),
  reason: reason.catch(undefined),
  check: check.catch(undefined),
  authenticated: authenticated.catch(undefined),
  from: z.preprocess(momentOfControl, from).catch(undefined),
  to: z.preprocess(momentOfControl, to).catch(undefined),
  page: page_no.catch(1),
});

/** State of a client's failure log; all of it is in the URL. */
export type EventListQuery = z.output<typeof eventListQuerySchema>;

/** Events of a page of the log. */
export const EVENT_PAGE_SIZE = 20;

/** Reads the state from a page's search parameters. */
export function parseEventListQuery(
  params: Readonly<Record<string, string | string[] | undefined>>,
): EventListQuery {
  return eventListQuerySchema.parse(params);
}

/** Address of the log at `path` in a state; what equals the default is left out. */
export function eventListHref(path: string, { page, ...filters }: Partial<EventListQuery>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined) params.set(name, String(value));
  if (page && page !== 1) params.set("page", String(page));
  return params.size > 0 ? `${path}?${params}` : path;
}

/** Whether the query leaves anything out, so that an empty log means "no match". */
export function isFiltered({ page: _, ...filters }: EventListQuery): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

/** The state as the query of the API's list. */
export function toApiQuery({
  page,
  ...filters
}: EventListQuery): z.output<typeof listEventsQuerySchema> {
  return { ...filters, page_no: page, page_size: EVENT_PAGE_SIZE };
}
