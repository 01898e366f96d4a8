import type { z } from "zod";
import { recordedFilter } from "@/lib/audit/record-change";
import type { ApiAccess } from "@/lib/operation/access";
import { type ExportColumns, exportFile } from "@/lib/operation/export-file";
import { operation } from "@/lib/operation/operation";
import { file } from "@/lib/operation/returns";
import { findRequests, resolveSearch } from "@/lib/requests/log/find-requests";
import {
  COMPANY,
  INSTALLATION,
  type LogOwner,
  ORGANIZATION,
  ownerId,
} from "@/lib/requests/log/owners";
import { exportRequestsQuerySchema, type RequestFilter } from "@/lib/requests/log/query-schemas";
import { type Request, requestSchema } from "@/lib/requests/log/schemas";
import type { RequestScope } from "@/lib/requests/log/scope";
import { serializeRequest } from "@/lib/requests/log/serialize";
import { type LogSpan, spanOf } from "@/lib/requests/log/span";

/** Exports the matching requests of the clients of the caller's organization as a file, newest first. */
export const exportRequests = exportOf("exportRequests", ORGANIZATION);

/** The same for the installation. */
export const exportPlatformRequests = exportOf("exportPlatformRequests", INSTALLATION);

/** The same for a company. */
export const exportCompanyRequests = exportOf("exportCompanyRequests", COMPANY);

/** Records each export as `requests.exported`. @throws ServiceError forbidden or insufficient_scope */
function exportOf<const Id extends string, A extends ApiAccess, P extends z.ZodObject>(
  id: Id,
  { path, access, params, of, scopeOf, record }: LogOwner<A, P>,
) {
  return operation({
    id,
    request: { route: `GET ${path}/export`, params, query: exportRequestsQuerySchema },
    access,
    summary: `Export the requests ${of}`,
    description:
      "Returns all requests that match the filters in one response, newest first. Each export is recorded as `requests.exported` in the organization's audit log or, for a company and the installation, in the platform's. In CSV, cells that a spreadsheet would treat as a formula start with an apostrophe.",
    tag: "Requests",
    returns: file(requestSchema, "The requests as a file.", { lines: true }),
    async run(context) {
      const { format, ...filter } = context.query;
      const scope = scopeOf(context.caller, context.params);
      await record(context.caller, context.info, {
        action: "requests.exported",
        target: targetOf(scope),
        after: { format, ...recordedFilter(filter) },
      });
      const name = `requests-${ownerId(scope) ?? "platform"}`;
      return exportFile({ name, format, columns: COLUMNS, parts: partsOf(scope, filter) });
    },
  });
}

function targetOf({ organizationId, companyId }: RequestScope): string {
  if (organizationId !== null) return `organization:${organizationId}`;
  return companyId === null ? "platform" : `company:${companyId}`;
}

/** Of CSV files; their order never changes. */
const COLUMNS: ExportColumns<Request> = [
  ["created_at", (request) => request.created_at],
  ["request_id", (request) => request.request_id],
  ["kind", (request) => request.kind],
  ["outcome", (request) => request.outcome],
  ["code", (request) => request.code],
  ["check", (request) => request.check],
  ["method", (request) => request.method],
  ["path", (request) => request.path],
  ["status", (request) => request.status],
  ["milliseconds", (request) => request.milliseconds],
  ["client_id", ({ client }) => client?.id ?? null],
  ["client_name", ({ client }) => client?.name ?? null],
  ["company_id", ({ company }) => company?.id ?? null],
  ["company_name", ({ company }) => company?.name ?? null],
  ["organization_id", (request) => request.organization_id],
  ["more", (request) => request.more],
  ["caller", ({ caller }) => caller?.kind ?? null],
  ["caller_id", ({ caller }) => caller?.id ?? null],
  ["caller_name", ({ caller }) => caller?.name ?? null],
  ["scope", (request) => request.scope],
];

const BATCH = 200;

// Read in batches while it is sent. The span is set once: it must not move on meanwhile.
async function* partsOf(
  scope: RequestScope,
  query: RequestFilter,
): AsyncGenerator<readonly Request[]> {
  const filter = await resolveSearch(scope, query);
  const span = spanOf(filter);
  let rest: LogSpan | null = span;
  while (rest) {
    const { requests, reached } = await findRequests(scope, rest, { filter, limit: BATCH });
    yield requests.map(serializeRequest);
    const after = requests.length === BATCH ? (requests.at(-1) ?? null) : reached;
    rest = after && { ...span, before: after.createdAt, belowKey: after.key };
  }
}
