import { METHOD_NAME_ALL } from "hono/router";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";

/**
 * Finds the entry for a path. Literal paths take precedence over paths with parameters.
 * @param table paths, with `{name}` for parameters, and their entries
 */
export function pathRouter<T>(
  table: readonly { readonly path: string; readonly value: T }[],
): (path: string) => T | undefined {
  const router = new SmartRouter<T>({ routers: [new RegExpRouter(), new TrieRouter()] });
  const fixedFirst = table.toSorted((a, b) => parameters(a.path) - parameters(b.path));
  for (const { path, value } of fixedFirst) {
    router.add(METHOD_NAME_ALL, path.replaceAll(/\{(\w+)\}/g, ":$1"), value);
  }
  return (path) => router.match(METHOD_NAME_ALL, path)[0][0]?.[0];
}

function parameters(path: string): number {
  return path.split("{").length - 1;
}
