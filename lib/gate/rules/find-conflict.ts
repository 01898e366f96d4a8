import { foldSegment } from "@/lib/gate/paths/normalize-path";
import type { GateRule } from "@/lib/gate/rules/rule";

/** Two rules that could decide about the same call, by their numbers from 1, and the reason. */
export type RuleConflict = { first: number; second: number; problem: string };

/**
 * Finds two rules that could both decide about one call: the same path and method twice, or templates that match a
 * common path although neither is more specific, such as `/a/{x}/c` and `/a/b/{y}`.
 */
export function findConflict(rules: readonly GateRule[]): RuleConflict | null {
  const byLength = new Map<number, { rule: GateRule; number: number; folded: Folded }[]>();
  for (const [index, rule] of rules.entries()) {
    const folded = rule.segments.map((segment) => (segment === null ? null : foldSegment(segment)));
    const sameLength = byLength.get(folded.length) ?? [];
    for (const other of sameLength) {
      const problem = problemOf(other.folded, folded);
      if (problem && other.rule.methods.some((method) => rule.methods.includes(method))) {
        return { first: other.number, second: index + 1, problem };
      }
    }
    sameLength.push({ rule, number: index + 1, folded });
    byLength.set(folded.length, sameLength);
  }
  return null;
}

type Folded = readonly (string | null)[];

function problemOf(left: Folded, right: Folded): string | null {
  let leftIsMore = false;
  let rightIsMore = false;
  for (const [at, one] of left.entries()) {
    const other = right[at] ?? null;
    if (one !== null && other !== null && one !== other) return null;
    if (one !== null && other === null) leftIsMore = true;
    if (one === null && other !== null) rightIsMore = true;
  }
  if (leftIsMore !== rightIsMore) return null;
  return leftIsMore
    ? "some paths match both, and neither is more specific"
    : "they are for the same method and path (case and a trailing slash do not count)";
}
