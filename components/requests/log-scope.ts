import { call } from "@/lib/api/client/call";
import { requestOf } from "@/lib/api/client/prepared-call";
import { parseEntryId } from "@/lib/requests/log/entry-id-values";
import { filtersOn, type ListState } from "../list/list-state";

/** Whose requests a page shows. */
export interface LogScope {
  /** Null for the whole installation. */
  organizationId: string | null;
  /** Null for all clients. */
  clientId: string | null;
}

/** The page of a scope. */
export function pathOfScope({ organizationId, clientId }: LogScope): string {
  if (organizationId === null) return "/platform/requests";
  const path = `/organization/${organizationId}`;
  return clientId === null ? `${path}/requests` : `${path}/clients/${clientId}/requests`;
}

function paramsOfScope({ organizationId }: LogScope): Record<string, string> {
  return organizationId === null ? {} : { organization_id: organizationId };
}

function filtersOf({ clientId }: LogScope, { window: _, ...state }: ListState) {
  return { ...Object.fromEntries(filtersOn(state)), ...(clientId && { client_id: clientId }) };
}

/** Where new requests come from; null while the list shows a time that is over. */
export function liveAddress(scope: LogScope, state: ListState): string | null {
  const { from, to, cursor, ...match } = state;
  if (from || to || cursor) return null;
  const outgoing = { params: paramsOfScope(scope), query: filtersOf(scope, match) };
  const operation = scope.organizationId === null ? "watchPlatformRequests" : "watchRequests";
  return requestOf({ operation, outgoing }).address;
}

/** Where a browser downloads all requests that pass the filters, for a spreadsheet. */
export function exportAddress(scope: LogScope, state: ListState): string {
  const { cursor: _, ...filters } = state;
  const query = { ...filtersOf(scope, filters), format: "csv" } as const;
  const outgoing = { params: paramsOfScope(scope), query };
  const operation = scope.organizationId === null ? "exportPlatformRequests" : "exportRequests";
  return requestOf({ operation, outgoing }).address;
}

/**
 * The query for one request. It is off for a text without the form of an id, which a link may contain: as a part of the
 * path, it might name another operation, such as the export.
 */
export function requestQuery(scope: LogScope, id: string) {
  const params = { ...paramsOfScope(scope), request_id: id };
  return {
    queryKey: ["request", scope.organizationId, id],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      scope.organizationId === null
        ? call("getPlatformRequest", { params, signal })
        : call("getRequest", { params, signal }),
    enabled: parseEntryId(id) !== null,
    retry: false,
  };
}
