import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { renderErrorAt } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";

/** Paths that FDK packages call but this service does not serve. */
const ELSEWHERE: readonly [prefix: string, api: string][] = [
  ["/service/common/webhook/", "webhook"],
  ["/service/platform/webhook/", "webhook"],
  ["/service/platform/", "platform"],
  ["/service/application/", "storefront"],
];

/** Answers unknown paths as JSON, like every path under `/service/`. */
export function noSuchPath(request: ApiRequest): Response {
  const { pathname } = new URL(request.url);
  const api = ELSEWHERE.find(([prefix]) => pathname.startsWith(prefix))?.[1];
  const hint = api
    ? `The ${api} API belongs to another service of the platform.`
    : "The API reference at /docs lists every path.";
  const error = new ServiceError("not_found", `There is no endpoint at this path. ${hint}`);
  return renderErrorAt(request, error, readRequestInfo(request.headers).requestId);
}
