import { parseSync } from "oxc-parser";
import { type Mutant, nameMutants } from "./mutant";

type Node = { type: string; start: number; end: number } & { [key: string]: unknown };
type FoundGuard = Omit<Mutant, "id"> & { shape: Shape };
/** How the source around a removed part changes. */
type Shape = "expression" | "statement" | "property" | "check";

const GUARD_CALL = /^(?:require|reject|confirm|check|assert|demand)[A-Z]/;
const CHECK_NAME = /^check[A-Z]/;
const COMPARES = /^(?:[=!]==?|[<>]=?|in|instanceof)$/;
const ANSWERS = new Set(["has", "includes", "some", "every", "test", "startsWith", "endsWith"]);

/** Functions that declare a statement. */
const DECLARES = new Set(["sql", "batch"]);

/** The switch called by instrumented code; installed by `active-mutant.ts`. */
const SWITCH = "globalThis.latchkeyMutants";

/** A file with a switch at each of its guards, and their ids. */
export type Instrumented = { code: string; ids: string[]; statements: string[] };

/**
 * Finds the guards of a TypeScript file and adds a switch to each: conditions of `if`, operands of `&&` and `||`,
 * results of predicates, calls that reject by throwing, and conditions of Prisma's `where`. SQL statements pass through
 * the switch when they are sent.
 */
export function findGuards(file: string, source: string): Instrumented {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: FoundGuard[] = [];
  const edits = new Edits();
  const statements: string[] = [];
  visit(program as unknown as Node, [], (node, parents) => {
    findIn(node, parents, found);
    switchStatement(file, source, node, edits, statements);
  });
  const mutants = nameMutants(file, source, found);
  for (const [index, mutant] of mutants.entries()) {
    const { shape } = found[index] as FoundGuard;
    edits.around(mutant, ...surround(shape, `${SWITCH}.is(${JSON.stringify(mutant.id)})`, mutant));
  }
  return { code: edits.apply(source), ids: mutants.map(({ id }) => id), statements };
}

function surround(shape: Shape, active: string, { instead }: Omit<Mutant, "id">): [string, string] {
  if (shape === "statement") return [`{ if (!${active}) `, " }"];
  if (shape === "property") return [`...(${active} ? {} : { `, " })"];
  if (shape === "check") return [`((...given) => ${active} ? null : `, "(...given))"];
  return [`(${active} ? ${instead} : (`, "))"];
}

function findIn(node: Node, parents: readonly Node[], found: FoundGuard[]): void {
  const parent = parents.at(-1);
  const add = (at: Node, instead: string, shape: Shape = "expression") =>
    found.push({ start: at.start, end: at.end, instead, shape });
  if (node.type === "IfStatement") {
    const test = node.test as Node;
    if (test.type !== "LogicalExpression") add(test, "false");
    if (letsThrough(node.consequent as Node)) add(test, "true");
  }
  if (node.type === "ConditionalExpression") {
    const { test, consequent, alternate } = node as unknown as Record<string, Node>;
    if (consequent && test && isPlain(consequent)) add(test, "true");
    if (alternate && test && isPlain(alternate)) add(test, "false");
  }
  if (node.type === "LogicalExpression" && (node.operator === "&&" || node.operator === "||")) {
    const operands = [node.left as Node, node.right as Node];
    if (parent?.type === "SpreadElement" || operands.some(isText)) return;
    const neutral = node.operator === "&&" ? "true" : "false";
    for (const operand of operands) {
      if (operand.type !== "LogicalExpression" && operand.type !== "ObjectExpression")
        add(operand, neutral);
    }
  }
  if (node.type === "ReturnStatement" && node.argument) answer(node.argument as Node, add);
  if (node.type === "ArrowFunctionExpression") answer(node.body as Node, add);
  if (node.type === "ExpressionStatement" && GUARD_CALL.test(calledName(node.expression as Node)))
    add(node, "nothing", "statement");
  if (node.type === "ArrayExpression") {
    for (const element of node.elements as (Node | null)[]) {
      if (element?.type === "Identifier" && CHECK_NAME.test(String(element.name)))
        add(element, "no check", "check");
    }
  }
  if (node.type === "ObjectExpression" && isWhere(parents)) {
    for (const property of node.properties as Node[]) {
      if (property.type === "Property") add(property, "nothing", "property");
    }
  }
}

/** A predicate's result: mutated, it accepts everything or rejects nothing. */
function answer(value: Node, add: (at: Node, instead: string) => void): void {
  const negated = value.type === "UnaryExpression" && value.operator === "!";
  if (negated) add(value, "false");
  const compares = value.type === "BinaryExpression" && COMPARES.test(String(value.operator));
  const asks = value.type === "CallExpression" && ANSWERS.has(calledName(value));
  if (compares || asks) add(value, "true");
}

/** The name of the called function, even if awaited. */
function calledName(node: Node): string {
  if (node.type === "AwaitExpression") return calledName(node.argument as Node);
  if (node.type !== "CallExpression") return "";
  const callee = node.callee as Node;
  const name = callee.type === "MemberExpression" ? (callee.property as Node) : callee;
  return String(name.name ?? "");
}

function letsThrough(consequent: Node): boolean {
  const last =
    consequent.type === "BlockStatement" ? (consequent.body as Node[]).at(-1) : consequent;
  return last?.type === "ReturnStatement" && (!last.argument || isPlain(last.argument as Node));
}

function isPlain({ type, value }: Node): boolean {
  return type === "Literal" && (value === null || value === true || value === false);
}

/** A string chooses words; it guards nothing. */
function isText({ type, value }: Node): boolean {
  return type === "TemplateLiteral" || (type === "Literal" && typeof value === "string");
}

/** Whether the innermost property that contains the object is, or is below, `where`. */
function isWhere(parents: readonly Node[]): boolean {
  for (const parent of parents.toReversed()) {
    if (parent.type === "TSSatisfiesExpression") return isWhereInput(parent);
    if (parent.type === "Property") {
      if (nameOf(parent) === "where") return true;
    } else if (parent.type !== "ObjectExpression") return false;
  }
  return false;
}

/** Whether the type after `satisfies` is one of Prisma's conditions, such as `Prisma.ClientWhereInput`. */
function isWhereInput(satisfies: Node): boolean {
  const type = (satisfies.typeAnnotation as Node).typeName as Node | undefined;
  const name = type?.type === "TSQualifiedName" ? (type.right as Node).name : type?.name;
  return String(name).endsWith("WhereInput");
}

function nameOf(property: Node): string {
  return String((property.key as Node).name ?? "");
}

/** Lets the switch see and change each statement that is sent. */
function switchStatement(
  file: string,
  source: string,
  node: Node,
  edits: Edits,
  statements: string[],
): void {
  if (node.type !== "CallExpression" || !DECLARES.has(calledName(node))) return;
  const [name] = node.arguments as Node[];
  if (!name) return;
  const place = `${file} ${name.type === "Literal" ? name.value : source.slice(name.start, name.end)}`;
  statements.push(place);
  const { start, end } = node.callee as Node;
  edits.replace(
    { start, end },
    `${SWITCH}.statement(${JSON.stringify(place)}, ${calledName(node)})`,
  );
}

function visit(
  node: Node,
  parents: readonly Node[],
  see: (node: Node, parents: readonly Node[]) => void,
): void {
  see(node, parents);
  const within = [...parents, node];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visit(child, within, see);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** Insertions and replacements; at the same position, the outermost first. */
class Edits {
  readonly #before = new Map<number, string>();
  readonly #after = new Map<number, string>();
  readonly #replaced: { start: number; end: number; text: string }[] = [];

  around({ start, end }: { start: number; end: number }, before: string, after: string): void {
    this.#before.set(start, (this.#before.get(start) ?? "") + before);
    this.#after.set(end, after + (this.#after.get(end) ?? ""));
  }

  replace(at: { start: number; end: number }, text: string): void {
    this.#replaced.push({ ...at, text });
  }

  apply(source: string): string {
    let code = "";
    for (let at = 0; at <= source.length; at++) {
      code += (this.#after.get(at) ?? "") + (this.#before.get(at) ?? "");
      const replaced = this.#replaced.find(({ start }) => start === at);
      if (replaced) {
        code += replaced.text;
        at = replaced.end - 1;
      } else code += source[at] ?? "";
    }
    return code;
  }
}
