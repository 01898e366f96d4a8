import type { z } from "zod";
import { plainIssue } from "@/lib/core/schemas/plain-issue";
import { foldSegment } from "@/lib/gate/paths/normalize-path";
import type { GateRule } from "@/lib/gate/rules/rule";
import { rulesFileSchema } from "@/lib/gate/rules/rule-schema";

/** Why a rules file cannot be used, in words for its author. */
export class RulesError extends Error {
  override readonly name = "RulesError";
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads the content of a rules file.
 * @throws RulesError naming the rule and the error
 */
export function parseRules(bytes: Uint8Array): readonly GateRule[] {
  const parsed = rulesFileSchema.safeParse(parseJson(bytes), { error: plainIssue });
  if (!parsed.success) throw new RulesError(problemsOf(parsed.error.issues));
  const { rules } = parsed.data;
  const conflict = findConflict(rules);
  if (!conflict) return rules;
  const { first, second, problem } = conflict;
  const paths = [rules[first - 1]?.path, rules[second - 1]?.path];
  throw new RulesError(
    `Rules ${first} and ${second} (${paths.join(" and ")}) contradict each other: ${problem}.`,
  );
}

function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw new RulesError("The file is empty.");
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new RulesError(`The file is not valid JSON: ${reason}`, { cause });
  }
}

const MAX_SHOWN = 10;

function problemsOf(issues: readonly z.core.$ZodIssue[]): string {
  const lines = issues.slice(0, MAX_SHOWN).map(problemOf);
  const more = issues.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more problems`] : [])].join("; ");
}

function problemOf(issue: z.core.$ZodIssue): string {
  const [list, index, ...field] = issue.path;
  const place =
    typeof index === "number" ? `Rule ${index + 1}` : `The file${list ? `: ${String(list)}` : ""}`;
  const name = field.length > 0 ? `: ${field.join(".")}` : "";
  if (issue.code === "unrecognized_keys") {
    return `${place}${name} has unknown keys: ${issue.keys.join(", ")}`;
  }
  return `${place}${name} ${issue.message}`;
}

/** Two rules that could decide about the same call, by their numbers from 1, and the reason. */
type RuleConflict = { first: number; second: number; problem: string };

/**
 * Finds two rules that could both decide about one call: the same path and method twice, or templates that match a
 * common path although neither is more specific, such as `/a/{x}/c` and `/a/b/{y}`.
 */
function findConflict(rules: readonly GateRule[]): RuleConflict | null {
  const byLength = new Map<number, { rule: GateRule; number: number; folded: Folded }[]>();
  for (const [index, rule] of rules.entries()) {
    const folded = rule.segments.map((segment) => (segment === null ? null : foldSegment(segment)));
    const sameLength = byLength.get(folded.length) ?? [];
    for (const other of sameLength) {
      const problem = contradiction(other.folded, folded);
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

function contradiction(left: Folded, right: Folded): string | null {
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
