import { requestOf } from "@/lib/api/client/prepared-call";
import type { ListState } from "../list/list-state";
import { filtersOn } from "../list/list-state";

/** Whose requests a page shows. */
export interface LogScope {
  /** Null for the whole installation. */
  organizationId: string | null;
  /** Null for all clients. */
  clientId: string | null;
}

/** The parameters of the operations of a scope. */
export function paramsOfScope({ organizationId }: LogScope): Record<string, string> {
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
  return scope.organizationId === null
    ? requestOf({ operation: "watchPlatformRequests", outgoing }).address
    : requestOf({ operation: "watchRequests", outgoing }).address;
}

/** Where a browser downloads all requests that pass the filters, for a spreadsheet. */
export function exportAddress(scope: LogScope, state: ListState): string {
  const { cursor: _, ...filters } = state;
  const query = { ...filtersOf(scope, filters), format: "csv" } as const;
  const outgoing = { params: paramsOfScope(scope), query };
  return scope.organizationId === null
    ? requestOf({ operation: "exportPlatformRequests", outgoing }).address
    : requestOf({ operation: "exportRequests", outgoing }).address;
}
