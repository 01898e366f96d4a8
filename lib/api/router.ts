import type { Endpoint, Handler } from "@/lib/api/endpoint";
import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { renderErrorAt } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";

/** The part of an endpoint that decides what answers a request. */
export type RoutedEndpoint = Pick<Endpoint, "method" | "path" | "handler" | "isOffered"> &
  Partial<Pick<Endpoint, "operation">>;

/** Finds the handler of a path and method; undefined without endpoints. @param adapt runs once per handler */
export function methodRouter<H>(
  endpoints: readonly RoutedEndpoint[],
  adapt: (handler: Handler, operation: string | undefined) => H,
): (path: string, method: string) => H | undefined {
  const paths = [...new Set(endpoints.map(({ path }) => path))];
  const findHandlers = pathRouter(
    paths.flatMap((path) => {
      const ofPath = endpoints.filter((endpoint) => endpoint.path === path);
      const value = new Map(
        Object.entries(methodsOf(ofPath)).map(([method, handler]) => {
          const endpoint = ofPath.find(
            (each) => each.method === (method === "HEAD" ? "GET" : method),
          );
          return [method, adapt(handler, endpoint?.operation)];
        }),
      );
      // The only documented path with a trailing slash also works without it.
      const names = path.endsWith("/") ? [path, path.slice(0, -1)] : [path];
      return names.map((name) => ({ path: name, value }));
    }),
  );
  return (path, method) => findHandlers(path)?.get(method);
}

/** Where a path may go on from a segment. */
type Step<T> = { value?: T; literals: Map<string, Step<T>>; parameter?: Step<T> };

/** Finds the entry for a path. A literal segment takes precedence over a parameter (`{name}`), which is never empty. */
export function pathRouter<T>(
  table: readonly { readonly path: string; readonly value: T }[],
): (path: string) => T | undefined {
  const root: Step<T> = { literals: new Map() };
  for (const { path, value } of table) path.split("/").reduce(stepTo, root).value ??= value;
  return (path) => find(root, path.split("/"), 0);
}

function stepTo<T>(from: Step<T>, segment: string): Step<T> {
  if (segment.startsWith("{")) {
    from.parameter ??= { literals: new Map() };
    return from.parameter;
  }
  const step: Step<T> = from.literals.get(segment) ?? { literals: new Map() };
  from.literals.set(segment, step);
  return step;
}

function find<T>(from: Step<T>, segments: readonly string[], at: number): T | undefined {
  const segment = segments[at];
  if (segment === undefined) return from.value;
  const literal = from.literals.get(segment);
  const match = literal && find(literal, segments, at + 1);
  if (match !== undefined || segment === "" || !from.parameter) return match;
  return find(from.parameter, segments, at + 1);
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

type PathHandlers = Record<(typeof METHODS)[number], Handler>;

/**
 * Handlers for every method of a path: its endpoints, HEAD wherever there is GET, OPTIONS, and 405 with Allow for all
 * others (RFC 9110 section 15.5.6). A path that this installation does not offer answers like an unknown one.
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
  const entries = METHODS.map((method) => [method, handlerOf(method)] as const);
  // `fromEntries` loses the type of its keys, which are those of the list.
  return Object.fromEntries(entries) as PathHandlers;
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
