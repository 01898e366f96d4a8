import type { Endpoint, Handler } from "@/lib/api/endpoint";
import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { renderErrorAt } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/** A handler for each method of one path. */
type PathHandlers = Record<(typeof METHODS)[number], Handler>;

/**
 * Handlers for every method of one path: its endpoints, HEAD wherever there is GET, OPTIONS with the list of methods,
 * and 405 with Allow for all others (RFC 9110 section 15.5.6). A path that this installation does not offer answers like
 * an unknown one.
 */
export function methodsOf(
  endpoints: readonly Pick<Endpoint, "method" | "handler" | "isOffered">[],
): PathHandlers {
  const isOffered = endpoints[0]?.isOffered;
  const handlers = new Map<string, Handler>(endpoints.map((each) => [each.method, each.handler]));
  const offered = METHODS.filter((method) => handlers.has(method));
  const allow = [...offered, ...(handlers.has("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  const get = handlers.get("GET");
  if (get) handlers.set("HEAD", get);
  handlers.set(
    "OPTIONS",
    () => new Response(null, { status: 204, headers: { allow, "cache-control": "no-store" } }),
  );
  const reject: Handler = (request) => {
    const error = new ServiceError(
      "method_not_allowed",
      `This path does not support ${request.method}. Use ${offered.join(", ")}.`,
      { headers: { allow } },
    );
    return renderErrorAt(request, error, readRequestInfo(request.headers).requestId);
  };
  const handlerOf = (method: string): Handler => {
    const handler = handlers.get(method) ?? reject;
    return isOffered ? (request) => (isOffered() ? handler : noSuchPath)(request) : handler;
  };
  return {
    GET: handlerOf("GET"),
    HEAD: handlerOf("HEAD"),
    POST: handlerOf("POST"),
    PUT: handlerOf("PUT"),
    PATCH: handlerOf("PATCH"),
    DELETE: handlerOf("DELETE"),
    OPTIONS: handlerOf("OPTIONS"),
  };
}

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
