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
  const source = readFileSync(join(root, file), "utf8");
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const requests = [
    ...module.staticImports.map((each) => each.moduleRequest.value),
    ...module.staticExports.flatMap((each) =>
      each.entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
      source.slice(start, end).replaceAll(/["'`]/g, ""),
    ),
  ];
  return requests.map((request) => resolve(file, request));
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
