import type { Endpoint, Handler } from "@/lib/api/endpoint";
import { methodsOf } from "@/lib/api/methods-of";

/** The part of an endpoint that decides what answers a request. */
export type RoutedEndpoint = Pick<Endpoint, "method" | "path" | "handler" | "isOffered"> &
  Partial<Pick<Endpoint, "operation">>;

/**
 * Finds the handler of a path and method.
 * @param adapt makes a handler fit its host; called once for each handler, with the id of its operation, if it has one
 * @returns undefined for a path without endpoints
 */
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

/**
 * Finds the entry for a path. A literal segment takes precedence over a parameter, which is never empty.
 * @param table paths, with `{name}` for parameters, and their entries
 */
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
