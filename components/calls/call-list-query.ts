import { type ListCallsQuery, listCallsQuerySchema } from "@/lib/requests/calls/query-schemas";
import { filtersOn, type ListState, parseListState } from "../platform/list-state";
import { timestampOfControl } from "../ui/utc-timestamp";

/** Calls on a page. */
const PAGE_SIZE = "50";

/** State of a list of calls, all of which is in the URL. */
export interface CallListState {
  /** For links. */
  state: ListState;
  /** For the operation. */
  query: ListCallsQuery;
}

/** Reads the state from a page's search parameters. A value that the list does not take counts as missing. */
export function parseCallListState(
  params: Readonly<Record<string, string | string[] | undefined>>,
): CallListState {
  const { from, to, limit: _, ...others } = params;
  const { state } = parseListState(listCallsQuerySchema, {
    ...others,
    ...zoned("from", from),
    ...zoned("to", to),
  });
  return { state, query: listCallsQuerySchema.parse({ ...state, limit: PAGE_SIZE }) };
}

/** What new calls must match to join the list; null while it shows a time that is over. */
export function liveQueryOf(state: ListState): Record<string, string> | null {
  const { from, to, cursor, ...match } = state;
  return from || to || cursor ? null : Object.fromEntries(filtersOn(match));
}

function zoned(name: string, value: string | string[] | undefined): Record<string, string> {
  const timestamp = timestampOfControl(value);
  return typeof timestamp === "string" ? { [name]: timestamp } : {};
}
