import type { Endpoint, Handler } from "@/lib/api/endpoint";
import { methodsOf } from "@/lib/api/methods-of";
import { pathRouter } from "@/lib/api/path-router";

/** The part of an endpoint that decides what answers a request. */
export type RoutedEndpoint = Pick<Endpoint, "method" | "path" | "handler" | "isOffered">;

/**
 * Finds the handler of a path and method.
 * @param adapt makes a handler fit its host; called once for each handler
 * @returns undefined for a path without endpoints
 */
export function methodRouter<H>(
  endpoints: readonly RoutedEndpoint[],
  adapt: (handler: Handler) => H,
): (path: string, method: string) => H | undefined {
  const paths = [...new Set(endpoints.map(({ path }) => path))];
  const findHandlers = pathRouter(
    paths.flatMap((path) => {
      const handlers = methodsOf(endpoints.filter((endpoint) => endpoint.path === path));
      const value = new Map(
        Object.entries(handlers).map(([method, handler]) => [method, adapt(handler)]),
      );
      // The only documented path with a trailing slash also works without it.
      const names = path.endsWith("/") ? [path, path.slice(0, -1)] : [path];
      return names.map((name) => ({ path: name, value }));
    }),
  );
  return (path, method) => findHandlers(path)?.get(method);
}
