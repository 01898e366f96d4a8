import type { ListState } from "@/components/list/list-state";
import { parseWindow } from "@/components/overview/window-links";
import { parseListState } from "@/lib/core/http/parse-list-state";
import { requests } from "@/lib/requests/log/list-requests";
import type { ListRequestsQuery } from "@/lib/requests/log/query-schemas";
import { listRequestsQuerySchema } from "@/lib/requests/log/query-schemas";
import { DEFAULT_FIGURE_WINDOW, type FigureWindow, figureWindows } from "@/lib/requests/log/values";

/** State of a list of requests, all of which is in its address. */
export interface RequestListState {
  /** For links. */
  state: ListState;
  window: FigureWindow;
  /** For the operation. */
  query: ListRequestsQuery;
}

const HOUR_MS = 3_600_000;

/** Reads the state from a page's search parameters. A value that the list does not take counts as missing. */
export function parseRequestState(
  params: Readonly<Record<string, string | string[] | undefined>>,
  clientId: string | null,
): RequestListState {
  const { state: read } = parseListState(
    listRequestsQuerySchema,
    { ...params, limit: undefined },
    requests,
  );
  const { client_id: _, ...others } = read;
  const state = clientId === null ? read : others;
  const window = parseWindow(params.window);
  const { hours, bars } = figureWindows[window];
  const isDefault = window === DEFAULT_FIGURE_WINDOW;
  const since = isDefault || state.from || state.to ? {} : { from: hoursAgo(hours * bars) };
  return {
    state: { ...state, ...(isDefault ? {} : { window }) },
    window,
    query: listRequestsQuerySchema.parse({
      ...since,
      ...state,
      ...(clientId && { client_id: clientId }),
    }),
  };
}

function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * HOUR_MS).toISOString();
}
