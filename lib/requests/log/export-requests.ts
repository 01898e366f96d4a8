import { recordChange, recordedFilter } from "@/lib/audit/record-change";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { inOrganization } from "@/lib/clients/paths";
import { db } from "@/lib/core/db/client";
import type { StreamedFile } from "@/lib/core/http/streamed-responses";
import { organization, platform } from "@/lib/operation/access";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { file } from "@/lib/operation/returns";
import { findRequests, spanOfRequests } from "@/lib/requests/log/find-requests";
import { EXPORT, ORGANIZATION_REQUESTS, PLATFORM_REQUESTS } from "@/lib/requests/log/paths";
import { exportRequestsQuerySchema, type RequestFilter } from "@/lib/requests/log/query-schemas";
import { type Request, requestSchema } from "@/lib/requests/log/schemas";
import type { RequestScope } from "@/lib/requests/log/scope";
import { serializeRequest } from "@/lib/requests/log/serialize";
import { fileWriter } from "@/lib/requests/write-file";

const BATCH = 200;

const writerOf = fileWriter<Request>([
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
]);

type Format = Parameters<typeof writerOf>[0];

/**
 * Exports the matching requests of the clients of the caller's organization as a file, newest first. Records the export
 * as `requests.exported`.
 * @throws ServiceError forbidden
 */
export const exportRequests = operation({
  id: "exportRequests",
  route: `GET ${ORGANIZATION_REQUESTS}/export`,
  access: organization("clients:read"),
  summary: "Export the requests of all clients",
  description: EXPORT,
  tag: "Requests",
  params: inOrganization,
  query: exportRequestsQuerySchema,
  returns: file(requestSchema, "The requests as a file.", { lines: true }),
  async run({ query: { format, ...filter }, caller, info }) {
    const { organizationId } = caller;
    await recordChange(db(), caller, info, {
      action: "requests.exported",
      target: `organization:${organizationId}`,
      after: { format, ...recordedFilter(filter) },
    });
    return fileOf({ organizationId, clientId: null }, format, filter);
  },
});

/**
 * The same for the installation, recorded in the platform's audit log.
 * @throws ServiceError forbidden or insufficient_scope
 */
export const exportPlatformRequests = operation({
  id: "exportPlatformRequests",
  route: `GET ${PLATFORM_REQUESTS}/export`,
  access: platform("log:read"),
  summary: "Export the requests of the installation",
  description: EXPORT,
  tag: "Requests",
  query: exportRequestsQuerySchema,
  returns: file(requestSchema, "The requests as a file.", { lines: true }),
  async run({ query: { format, ...filter }, caller, info }) {
    await recordPlatformChange(db(), platformActor(caller), info, {
      action: "requests.exported",
      target: "platform",
      after: { format, ...recordedFilter(filter) },
    });
    return fileOf({ organizationId: null, clientId: null }, format, filter);
  },
});

/** Read in batches while it is sent. */
function fileOf(scope: RequestScope, format: Format, filter: RequestFilter): StreamedFile {
  const writer = writerOf(format);
  return {
    contentType: writer.contentType,
    fileName: `requests-${scope.organizationId ?? "platform"}.${format}`,
    chunks: writer.chunks(spanOfRequests(filter), async (span) => {
      const { requests, reached } = await findRequests(scope, span, filter, BATCH);
      const last = requests.length === BATCH ? requests.at(-1) : undefined;
      return {
        rows: requests.map(serializeRequest),
        after: last ? { createdAt: last.createdAt, requestId: last.key } : reached,
      };
    }),
  };
}
