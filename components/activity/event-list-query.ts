import { z } from "zod";
import { listEventsQuerySchema } from "@/lib/requests/events/query-schemas";
import { timestampOfControl } from "../ui/utc-timestamp";

const { kind, outcome, reason, check, request_id, authenticated, from, to, page_no } =
  listEventsQuerySchema.shape;

// People edit addresses by hand, so a value that is invalid counts as missing.
const eventListQuerySchema = z.object({
  request_id: request_id.catch(undefined),
  outcome: outcome.catch(undefined),
  kind: kind.catch(undefined),
  reason: reason.catch(undefined),
  check: check.catch(undefined),
  authenticated: authenticated.catch(undefined),
  from: z.preprocess(timestampOfControl, from).catch(undefined),
  to: z.preprocess(timestampOfControl, to).catch(undefined),
  page: page_no.catch(1),
});

/** State of a client's failure log, all of which is in the URL. */
export type EventListQuery = z.output<typeof eventListQuerySchema>;

/** Reads the state from a page's search parameters. */
export function parseEventListQuery(
  params: Readonly<Record<string, string | string[] | undefined>>,
): EventListQuery {
  return eventListQuerySchema.parse(params);
}
