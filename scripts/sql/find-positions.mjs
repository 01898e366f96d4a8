import { parseSync } from "oxc-parser";

const REPLACES = new Set(["replace", "replaceAll"]);
const RAW = new Set(["$queryRawUnsafe", "$executeRawUnsafe"]);
// It compiles named parameters, and is the only file that sends what it compiled through Prisma.
const SENDER = "lib/core/db/transaction-statement.ts";

/**
 * Finds texts with a position (`$1`) instead of a named parameter, and calls that send SQL past the named parameters.
 * The second argument of `replace` may have positions.
 * @param {string} file path from the root
 * @param {string} source
 * @returns {string[]} one line for each place
 */
export function findPositions(file, source) {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const positions = [];
  const report = (node, message) =>
    positions.push(`${file}:${source.slice(0, node.start).split("\n").length} ${message}`);
  visit(program, (node) => {
    if (isReplacement(node)) return false;
    if (/\$[1-9]/.test(textOf(node)))
      report(node, "Use a named parameter (:name), not a position.");
    if (node.type === "MemberExpression" && RAW.has(node.property.name) && file !== SENDER)
      report(node, "Use transactionStatement, which takes named parameters.");
    return true;
  });
  return positions;
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
