import { recordChange, recordedFilter } from "@/lib/audit/record-change";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { ofClient } from "@/lib/clients/paths";
import { requireOwnClient } from "@/lib/clients/require-own-client";
import { db } from "@/lib/core/db/client";
import type { StreamedFile } from "@/lib/core/http/streamed-responses";
import { company, organization } from "@/lib/operation/access";
import { companyActor } from "@/lib/operation/access/company-caller";
import { operation } from "@/lib/operation/operation";
import { file } from "@/lib/operation/returns";
import { type CallLog, spanOf } from "@/lib/requests/calls/call-log";
import {
  CLIENT_CALLS,
  COMPANY_CALLS,
  LINES,
  ORGANIZATION_CALLS,
  ofCompany,
  ofOrganization,
} from "@/lib/requests/calls/paths";
import {
  type CallFilter,
  exportCallsQuerySchema,
  exportClientCallsQuerySchema,
} from "@/lib/requests/calls/query-schemas";
import { readCalls } from "@/lib/requests/calls/repository";
import { type Call, callSchema } from "@/lib/requests/calls/schemas";
import { serializeCall } from "@/lib/requests/calls/serialize";
import type { CallExportFormat } from "@/lib/requests/calls/values";
import { fileWriter } from "@/lib/requests/write-file";

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

const BATCH = 200;

const writerOf = fileWriter<Call>([
  ["created_at", (call) => call.created_at],
  ["request_id", (call) => call.request_id],
  ["method", (call) => call.method],
  ["path", (call) => call.path],
  ["status", (call) => call.status],
  ["milliseconds", (call) => call.milliseconds],
  ["client_id", ({ client }) => client.id],
  ["client_name", ({ client }) => client.name],
  ["company_id", ({ company }) => company?.id ?? null],
  ["company_name", ({ company }) => company?.name ?? null],
  ["organization_id", (call) => call.organization_id],
  ["caller", ({ caller }) => caller.kind],
  ["caller_id", ({ caller }) => caller.id],
  ["caller_name", ({ caller }) => caller.name],
  ["scope", (call) => call.scope],
  ["denial", (call) => call.denial],
]);

/** The matching calls of a log as a file, newest first, read in batches while it is sent. */
function writeCallExport(
  name: string,
  format: CallExportFormat,
  log: CallLog,
  filter: CallFilter,
): StreamedFile {
  const writer = writerOf(format);
  return {
    contentType: writer.contentType,
    fileName: `${name}.${format}`,
    chunks: writer.chunks(spanOf(filter), async (span) => {
      const { calls, reached } = await readCalls(log, span, filter, BATCH);
      const after = calls.length === BATCH ? (calls.at(-1) ?? null) : reached;
      return { rows: calls.map(serializeCall), after };
    }),
  };
}
