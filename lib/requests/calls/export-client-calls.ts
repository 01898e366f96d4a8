import { recordChange, recordedFilter } from "@/lib/audit/record-change";
import { ofClient } from "@/lib/clients/paths";
import { requireOwnClient } from "@/lib/clients/require-own-client";
import { db } from "@/lib/core/db/client";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { file } from "@/lib/operation/returns";
import { CLIENT_CALLS, LINES } from "@/lib/requests/calls/paths";
import { exportClientCallsQuerySchema } from "@/lib/requests/calls/query-schemas";
import { callSchema } from "@/lib/requests/calls/schemas";
import { writeCallExport } from "@/lib/requests/calls/write-call-export";

/**
 * Exports the matching calls of a client of the caller's organization as a file, newest first. Records the export as
 * `calls.exported`.
 * @throws ServiceError not_found or forbidden
 */
export const exportClientCalls = operation({
  id: "exportClientCalls",
  route: `GET ${CLIENT_CALLS}/export`,
  access: organization("clients:read"),
  summary: "Export a client's calls",
  description: LINES,
  tag: "Calls",
  params: ofClient,
  query: exportClientCallsQuerySchema,
  returns: file(callSchema, "The calls as a file.", { lines: true }),
  async run({ params, query: { format, ...filter }, caller, info }) {
    const { organizationId } = caller;
    const clientId = params.client_id;
    await requireOwnClient(organizationId, clientId);
    await recordChange(db(), caller, info, {
      action: "calls.exported",
      target: `client:${clientId}`,
      after: { format, ...recordedFilter(filter) },
    });
    return writeCallExport(`calls-${clientId}`, format, { organizationId, clientId }, filter);
  },
});
