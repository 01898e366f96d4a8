import { call } from "@/lib/api/client/call";
import { parseEntryId } from "@/lib/requests/log/entry-id-values";
import { type LogScope, paramsOfScope } from "./log-scope";

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
