import { type Caller, requirePermission } from "@/lib/operation/access/caller";
import { spanOf } from "@/lib/requests/calls/call-log";
import { listCalls } from "@/lib/requests/calls/list-calls";
import { listOrganizationCalls } from "@/lib/requests/calls/list-organization-calls";
import type { ListCallsQuery } from "@/lib/requests/calls/query-schemas";
import { readCallFigures } from "@/lib/requests/calls/repository";
import type { CallList } from "@/lib/requests/calls/schemas";
import type { CallFigures } from "@/lib/requests/calls/values";

/** The data of the page of calls. */
export type OpenedCalls = { list: CallList; figures: CallFigures };

/**
 * A page of the calls of the caller's organization, with figures over the newest that match.
 * @param clientId a client of the organization, or null for all
 * @throws ServiceError forbidden
 */
export async function openCalls(
  caller: Caller,
  clientId: string | null,
  query: ListCallsQuery,
): Promise<OpenedCalls> {
  requirePermission(caller, listOrganizationCalls.access.permission);
  const log = { organizationId: caller.organizationId, clientId };
  const [list, figures] = await Promise.all([
    listCalls(log, query),
    readCallFigures(log, spanOf(query), query),
  ]);
  return { list, figures };
}
