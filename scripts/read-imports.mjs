import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parseSync } from "oxc-parser";

/**
 * What a module imports: paths from the root without extension, or names of packages.
 * @param {string} root
 * @param {string} file path from the root
 * @returns {string[]}
 */
export function readImports(root, file) {
  const { module, errors } = parseSync(file, readFileSync(join(root, file), "utf8"));
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const requests = [
    ...module.staticImports.map((each) => each.moduleRequest.value),
    ...module.staticExports.flatMap((each) =>
      each.entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map((each) => literal(root, file, each.moduleRequest)),
  ];
  return requests.map((request) => resolve(file, request));
}

/** @param {string} root @param {string} file @param {{ start: number, end: number }} span */
function literal(root, file, { start, end }) {
  return readFileSync(join(root, file), "utf8").slice(start, end).replaceAll(/["'`]/g, "");
}

/** @param {string} file @param {string} request */
function resolve(file, request) {
  const path = request.startsWith("@/")
    ? request.slice(2)
    : request.startsWith(".")
      ? normalize(join(dirname(file), request))
      : request;
  return path.replace(/\.(tsx?|mts|mjs)$/, "");
}
