import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const MANIFEST = ".next/server/app-paths-manifest.json";
/** Groups of routes, and optional tabs. */
const UNNAMED = /\/\([^)]*\)|\/\[\[\.\.\.tab\]\]/g;

/** Paths of all pages in the build but those of paths without a page, with placeholders such as `[organization_id]`. */
export function builtPages(): string[] {
  const manifest: unknown = JSON.parse(readFileSync(resolve(MANIFEST), "utf8"));
  return Object.keys(Object(manifest))
    .filter((path) => path.endsWith("/page") && !/^\/_|\[\.\.\.unknown\]/.test(path))
    .map((path) => path.replaceAll(UNNAMED, "").replace(/\/page$/, "") || "/")
    .toSorted();
}
