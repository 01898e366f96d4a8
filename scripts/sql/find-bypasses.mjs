import { parseSync } from "oxc-parser";

const REPLACES = new Set(["replace", "replaceAll"]);
const RAW = new Set(["$queryRaw", "$executeRaw", "$queryRawUnsafe", "$executeRawUnsafe"]);

/** The files that send SQL themselves: the two verbs, and what cannot use them. */
const SENDERS = new Set([
  "lib/core/db/sql.ts",
  "lib/core/db/batch.ts",
  // Several statements in one message.
  "lib/core/db/check-readiness.ts",
  "lib/core/db/grant-rights.ts",
  // They ask whether the database responds at all, without a prepared statement or without the pool.
  "lib/core/db/database-answers.ts",
  "lib/core/db/connection-watch.ts",
]);

/**
 * Finds SQL that bypasses `sql` and `batch`: a text with a position (`$1`) instead of a named parameter, and calls of
 * Prisma or pg that send SQL. The second argument of `replace` may have positions.
 * @param {string} file path from the root
 * @param {string} source
 * @returns {string[]} one line for each place
 */
export function findBypasses(file, source) {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const positions = [];
  const report = (node, message) =>
    positions.push(`${file}:${source.slice(0, node.start).split("\n").length} ${message}`);
  visit(program, (node) => {
    if (isReplacement(node)) return false;
    if (/\$[1-9]/.test(textOf(node)))
      report(node, "Use a named parameter (:name), not a position.");
    if (sendsSql(node) && !SENDERS.has(file))
      report(node, "Declare the statement with sql or batch.");
    return true;
  });
  return positions;
}

function sendsSql({ type, callee, property }) {
  if (type === "MemberExpression") return RAW.has(property.name);
  return type === "CallExpression" && callee.property?.name === "query";
}

function isReplacement({ type, callee }) {
  return type === "CallExpression" && REPLACES.has(callee.property?.name);
}

function textOf(node) {
  if (node.type === "TemplateElement") return node.value.raw;
  return node.type === "Literal" && typeof node.value === "string" ? node.value : "";
}

function visit(node, see) {
  if (!see(node)) return;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === "string") visit(child, see);
    }
  }
}
