import { foldSegment } from "@/lib/gate/paths/normalize-path";
import type { GateRule } from "@/lib/gate/rules/rule";

/** Finds the rule for a method and a normalized path; null without one. */
export type RuleMatcher = (method: string, segments: readonly string[]) => GateRule | null;

type Node = {
  literals: Map<string, Node>;
  /** The literals as an upstream might compare them. */
  folded: Set<string>;
  parameter: Node | null;
  /** Which segments up to here are literals. */
  isLiteral: readonly boolean[];
  rules: Map<string, GateRule>;
};

/**
 * Prepares rules for matching. A more specific template hides the others from its paths, whatever its methods. A
 * segment that differs from a literal only in its spelling (case, dots at its end) matches no parameter beside it,
 * because an upstream might take it for the literal.
 */
export function ruleMatcher(rules: readonly GateRule[]): RuleMatcher {
  const root = newNode([]);
  for (const rule of rules) {
    let node = root;
    for (const segment of rule.segments) node = childOf(node, segment);
    for (const method of rule.methods) node.rules.set(method, rule);
  }
  return (method, segments) => {
    const found: Node[] = [];
    collect(root, segments, 0, found);
    const [only, ...others] = found;
    if (!only) return null;
    if (others.length === 0) return only.rules.get(method) ?? null;
    const specific = found.filter((node) => !found.some((other) => isMoreSpecific(other, node)));
    return specific.map(({ rules: own }) => own.get(method)).find((rule) => rule) ?? null;
  };
}

function newNode(isLiteral: readonly boolean[]): Node {
  return { literals: new Map(), folded: new Set(), parameter: null, isLiteral, rules: new Map() };
}

function childOf(node: Node, segment: string | null): Node {
  if (segment === null) {
    node.parameter ??= newNode([...node.isLiteral, false]);
    return node.parameter;
  }
  const child = node.literals.get(segment) ?? newNode([...node.isLiteral, true]);
  node.literals.set(segment, child);
  node.folded.add(foldSegment(segment));
  return child;
}

function collect(node: Node, segments: readonly string[], at: number, found: Node[]): void {
  const segment = segments[at];
  if (segment === undefined) {
    if (node.rules.size > 0) found.push(node);
    return;
  }
  const literal = node.literals.get(segment);
  if (literal) collect(literal, segments, at + 1, found);
  const { parameter, folded } = node;
  if (parameter && (literal || folded.size === 0 || !folded.has(foldSegment(segment)))) {
    collect(parameter, segments, at + 1, found);
  }
}

function isMoreSpecific({ isLiteral: left }: Node, { isLiteral: right }: Node): boolean {
  return left.every((is, at) => is || !right[at]) && left.some((is, at) => is && !right[at]);
}
