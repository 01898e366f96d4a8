import { recordedFilter } from "@/lib/audit/record-change";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { db } from "@/lib/core/db/client";
import { company } from "@/lib/operation/access";
import { companyActor } from "@/lib/operation/access/company-caller";
import { operation } from "@/lib/operation/operation";
import { file } from "@/lib/operation/returns";
import { COMPANY_CALLS, LINES, ofCompany } from "@/lib/requests/calls/paths";
import { exportCallsQuerySchema } from "@/lib/requests/calls/query-schemas";
import { callSchema } from "@/lib/requests/calls/schemas";
import { writeCallExport } from "@/lib/requests/calls/write-call-export";

/**
 * Exports the matching calls for a company as a file, newest first. Records the export as `calls.exported` in the
 * platform's audit log, because companies do not have one.
 * @throws ServiceError forbidden or insufficient_scope
 */
export const exportCompanyCalls = operation({
  id: "exportCompanyCalls",
  route: `GET ${COMPANY_CALLS}/export`,
  access: company("log:read"),
  summary: "Export the calls for a company",
  description: LINES,
  tag: "Calls",
  params: ofCompany,
  query: exportCallsQuerySchema,
  returns: file(callSchema, "The calls as a file.", { lines: true }),
  async run({ params, query: { format, ...filter }, caller, info }) {
    const companyId = params.company_id;
    const log = { companyId, clientId: filter.client_id ?? null };
    await recordPlatformChange(db(), companyActor(caller), info, {
      action: "calls.exported",
      target: `company:${companyId}`,
      after: { format, ...recordedFilter(filter) },
    });
    return writeCallExport(`calls-${companyId}`, format, log, filter);
  },
});
