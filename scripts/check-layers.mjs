// Checks every import of the product against the layers and rules in .config/layers.mjs.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { pathToFileURL } from "node:url";
import { parseSync } from "oxc-parser";
import { RULES } from "../.config/layers.mjs";
import { print } from "./step.mjs";

function checkLayers() {
  const product = ["lib", "app", "components", "instrumentation.ts", "server.ts"];
  const files = execFileSync("git", ["ls-files", ...product], { encoding: "utf8" })
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file));
  const { violations, imports } = findViolations(process.cwd(), files);
  for (const violation of violations) process.stderr.write(`${violation}\n`);
  print(`${files.length} modules with ${imports} imports`);
  // A parser that no longer sees imports would make the tree look clean.
  process.exitCode = violations.length === 0 && imports > files.length ? 0 : 1;
}

/**
 * Finds imports that break a rule of .config/layers.mjs.
 * @param {string} root
 * @param {readonly string[]} files paths from the root
 * @returns {{ violations: string[], imports: number }}
 */
export function findViolations(root, files) {
  let imports = 0;
  const violations = files.flatMap((file) => {
    const from = file.replace(/\.tsx?$/, "");
    const targets = readImports(root, file);
    imports += targets.length;
    return targets.flatMap((to) =>
      RULES.filter(({ forbids }) => forbids(from, to, () => readModule(root, to))).map(
        ({ message }) => `${file} imports ${to}: ${message}`,
      ),
    );
  });
  return { violations, imports };
}

/**
 * What the rules ask about an imported module.
 * @param {string} root
 * @param {string} path
 */
function readModule(root, path) {
  const file = [`${path}.ts`, `${path}.tsx`].find((each) => existsSync(join(root, each)));
  if (!file) return { imports: [], isOperation: false };
  const isOperation = / = (operation|resource)\(\{/.test(readFileSync(join(root, file), "utf8"));
  return { imports: readImports(root, file), isOperation };
}

/**
 * What a module imports: paths from the root without extension, or names of packages.
 * @param {string} root
 * @param {string} file path from the root
 * @returns {string[]}
 */
function readImports(root, file) {
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) checkLayers();
