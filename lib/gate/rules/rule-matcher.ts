import { foldSegment } from "@/lib/gate/paths/normalize-path";
import type { GateRule } from "@/lib/gate/rules/rule";

/** Finds the rule for a method and a normalized path; null without one. */
export type RuleMatcher = (method: string, segments: readonly string[]) => GateRule | null;

type Node = {
  literals: Map<string, Node>;
  /** The literals as an upstream might compare them. */
  folded: Map<string, Node[]>;
  /** Length of the longest of these. */
  longest: number;
  parameter: Node | null;
  /** Which segments up to here are literals. */
  isLiteral: readonly boolean[];
  rules: Map<string, GateRule>;
};

/** A node for a path, and whether each of its literals is spelled as in the path. */
type Candidate = { node: Node; isExact: boolean };

/** Ends a name for servers that take the rest for a format, stream, or version: `export.json`, `export::$DATA`. */
const AFTER_NAME = /[^\p{L}\p{N}_-]/gu;

/**
 * Prepares rules for matching. A more specific template hides the others from its paths, whatever its methods. It also
 * hides them from paths that an upstream might take for its own: those that differ from a literal only in spelling
 * (case, dots at its end), or only in what follows the literal after a character that is not part of a name.
 */
export function ruleMatcher(rules: readonly GateRule[]): RuleMatcher {
  const root = newNode([]);
  for (const rule of rules) {
    let node = root;
    for (const segment of rule.segments) node = childOf(node, segment);
    for (const method of rule.methods) node.rules.set(method, rule);
  }
  return (method, segments) => {
    const candidates: Candidate[] = [];
    collect({ node: root, isExact: true }, segments, 0, candidates);
    const specific = candidates.filter(
      ({ node, isExact }) =>
        isExact && !candidates.some((other) => isMoreSpecific(other.node, node)),
    );
    return specific.map(({ node }) => node.rules.get(method)).find((rule) => rule) ?? null;
  };
}

function newNode(isLiteral: readonly boolean[]): Node {
  return {
    literals: new Map(),
    folded: new Map(),
    longest: 0,
    parameter: null,
    isLiteral,
    rules: new Map(),
  };
}

function childOf(node: Node, segment: string | null): Node {
  if (segment === null) {
    node.parameter ??= newNode([...node.isLiteral, false]);
    return node.parameter;
  }
  const literal = node.literals.get(segment);
  if (literal) return literal;
  const child = newNode([...node.isLiteral, true]);
  node.literals.set(segment, child);
  const folded = foldSegment(segment);
  node.folded.set(folded, [...(node.folded.get(folded) ?? []), child]);
  node.longest = Math.max(node.longest, folded.length);
  return child;
}

function collect(
  { node, isExact }: Candidate,
  segments: readonly string[],
  at: number,
  found: Candidate[],
): void {
  const segment = segments[at];
  if (segment === undefined) {
    if (node.rules.size > 0) found.push({ node, isExact });
    return;
  }
  const literal = node.literals.get(segment);
  if (literal) collect({ node: literal, isExact }, segments, at + 1, found);
  else {
    for (const similar of similarLiterals(node, segment)) {
      collect({ node: similar, isExact: false }, segments, at + 1, found);
    }
  }
  if (node.parameter) collect({ node: node.parameter, isExact }, segments, at + 1, found);
}

/** The literals that an upstream might take a segment for. */
function similarLiterals({ folded, longest }: Node, segment: string): Node[] {
  if (folded.size === 0) return [];
  const text = foldSegment(segment);
  const names = [text];
  for (const { index } of text.slice(0, longest + 1).matchAll(AFTER_NAME)) {
    names.push(text.slice(0, index));
  }
  return names.flatMap((name) => folded.get(name) ?? []);
}

function isMoreSpecific({ isLiteral: left }: Node, { isLiteral: right }: Node): boolean {
  return left.every((is, at) => is || !right[at]) && left.some((is, at) => is && !right[at]);
}
