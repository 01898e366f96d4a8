// Checks that the SQL of the product is declared with sql or batch, and has named parameters (:scopes).
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parseSync } from "oxc-parser";
import { print } from "./step.mjs";

const REPLACES = new Set(["replace", "replaceAll"]);
const RAW = new Set(["$queryRaw", "$executeRaw", "$queryRawUnsafe", "$executeRawUnsafe"]);

/** The files that send SQL themselves: the two verbs, and what cannot use them. */
const SENDERS = new Set([
  "lib/core/db/sql.ts",
  "lib/core/db/batch.ts",
  // Several statements in one message.
  "lib/core/db/check-readiness.ts",
  "lib/core/db/grant-rights.ts",
  // Settings and rights take no parameters.
  "lib/core/db/migrate.ts",
  // It copies tables whose names it reads from the database.
  "lib/core/db/copy-tables.ts",
  // It asks whether the database responds at all.
  "lib/core/db/connection-watch.ts",
]);

function checkSql() {
  const files = execFileSync("git", ["ls-files", "lib", "scripts", "server.ts"], {
    encoding: "utf8",
  })
    .split("\n")
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/\.(test|d)\.tsx?$/.test(file));
  const bypasses = files.flatMap((file) => findBypasses(file, readFileSync(file, "utf8")));
  for (const place of bypasses) process.stderr.write(`${place}\n`);
  print(`${files.length} modules`);
  process.exitCode = bypasses.length === 0 ? 0 : 1;
}

/**
 * Finds SQL that bypasses `sql` and `batch`: a text with a position (`$1`) instead of a named parameter, and calls of
 * Prisma or pg that send SQL. The second argument of `replace` may have positions.
 * @param {string} file path from the root
 * @param {string} source
 * @returns {string[]} one line for each place
 */
export function findBypasses(file, source) {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  /** @type {string[]} */
  const positions = [];
  /** @param {Node} node @param {string} message */
  const report = (node, message) =>
    positions.push(`${file}:${source.slice(0, node.start).split("\n").length} ${message}`);
  visit(program, (node) => {
    if (node.type === "CallExpression" && REPLACES.has(nameOf(node.callee))) return false;
    if (/\$[1-9]/.test(textOf(node)))
      report(node, "Use a named parameter (:name), not a position.");
    if (sendsSql(node) && !SENDERS.has(file))
      report(node, "Declare the statement with sql or batch.");
    return true;
  });
  return positions;
}

/** @typedef {import("oxc-parser").Node} Node */

/** @param {Node} node */
function sendsSql(node) {
  if (node.type === "MemberExpression") return RAW.has(nameOf(node));
  return node.type === "CallExpression" && nameOf(node.callee) === "query";
}

/** The name of the member that an expression reads; "" if it reads none. @param {Node} node */
function nameOf(node) {
  if (node.type !== "MemberExpression" || node.property.type !== "Identifier") return "";
  return node.property.name;
}

/** @param {Node} node */
function textOf(node) {
  if (node.type === "TemplateElement") return node.value.raw;
  return node.type === "Literal" && typeof node.value === "string" ? node.value : "";
}

/** @param {Node} node @param {(node: Node) => boolean} see */
function visit(node, see) {
  if (!see(node)) return;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === "string") visit(child, see);
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) checkSql();
