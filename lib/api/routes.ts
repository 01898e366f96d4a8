import type { Handler } from "@/lib/api/endpoint";
import { endpoints } from "@/lib/api/endpoints";
import { methodsOf, type PathHandlers } from "@/lib/api/methods-of";

/**
 * The handlers of one path, exported by a route file for Next: `export const { DELETE, GET, OPTIONS, PATCH, POST, PUT }
 * = routes("/service/…")`.
 * @param path as in the endpoint table
 */
export function routes(path: string): Omit<PathHandlers, "HEAD"> & { HEAD?: Handler } {
  const found = endpoints.filter((endpoint) => endpoint.path === path);
  if (found.length === 0) throw new Error(`No endpoint has the path ${path}`);
  return methodsOf(found);
}
