import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";
import { spanOf } from "@/lib/requests/calls/call-log";
import { listCalls } from "@/lib/requests/calls/list-calls";
import { listOrganizationCalls } from "@/lib/requests/calls/list-organization-calls";
import { listCallsQuerySchema } from "@/lib/requests/calls/query-schemas";
import { readCallFigures } from "@/lib/requests/calls/repository";
import type { CallList } from "@/lib/requests/calls/schemas";
import type { CallFigures } from "@/lib/requests/calls/values";

/** The data of the page of calls. */
export type OpenedCalls = { list: CallList; figures: CallFigures };

/** A page of the calls of the caller's organization, or of one client, with figures over the newest that match. */
export const openCalls = operation({
  id: "openCalls",
  access: listOrganizationCalls.access,
  query: listCallsQuerySchema,
  returns: value<OpenedCalls>(),
  async run({ caller: { organizationId }, query }) {
    const log = { organizationId, clientId: query.client_id ?? null };
    const [list, figures] = await Promise.all([
      listCalls(log, query),
      readCallFigures(log, spanOf(query), query),
    ]);
    return { list, figures };
  },
});
