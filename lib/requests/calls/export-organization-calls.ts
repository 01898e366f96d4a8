import { recordChange, recordedFilter } from "@/lib/audit/record-change";
import { db } from "@/lib/core/db/client";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { file } from "@/lib/operation/returns";
import { LINES, ORGANIZATION_CALLS, ofOrganization } from "@/lib/requests/calls/paths";
import { exportCallsQuerySchema } from "@/lib/requests/calls/query-schemas";
import { callSchema } from "@/lib/requests/calls/schemas";
import { writeCallExport } from "@/lib/requests/calls/write-call-export";

/**
 * Exports the matching calls of all clients of the caller's organization as a file, newest first. Records the export as
 * `calls.exported`.
 * @throws ServiceError forbidden
 */
export const exportOrganizationCalls = operation({
  id: "exportOrganizationCalls",
  route: `GET ${ORGANIZATION_CALLS}/export`,
  access: organization("clients:read"),
  summary: "Export the calls of all clients",
  description: LINES,
  tag: "Calls",
  params: ofOrganization,
  query: exportCallsQuerySchema,
  returns: file(callSchema, "The calls as a file.", { lines: true }),
  async run({ query: { format, ...filter }, caller, info }) {
    const { organizationId } = caller;
    const log = { organizationId, clientId: filter.client_id ?? null };
    await recordChange(db(), caller, info, {
      action: "calls.exported",
      target: `organization:${organizationId}`,
      after: { format, ...recordedFilter(filter) },
    });
    return writeCallExport(`calls-${organizationId}`, format, log, filter);
  },
});
