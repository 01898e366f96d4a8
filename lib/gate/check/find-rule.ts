import type { ServiceError } from "@/lib/core/errors";
import { callDenied } from "@/lib/gate/check/denials";
import type { OriginalRequest } from "@/lib/gate/check/original-request";
import { normalizePath, splitTarget } from "@/lib/gate/paths/normalize-path";
import type { GateRule } from "@/lib/gate/rules/rule";
import type { RuleMatcher } from "@/lib/gate/rules/rule-matcher";

/** The rule that matches a call, with the call's path and query, or why none matches. */
export type FoundRule =
  | { rule: GateRule; segments: readonly string[]; query: string }
  | { rule: null; denial: ServiceError };

/** Finds the rule for a call if its path can be read in only one way. */
export function findRule({ method, target }: OriginalRequest, match: RuleMatcher): FoundRule {
  const parts = splitTarget(target);
  if (!parts) return { rule: null, denial: unreadable("It is not a path with a query.") };
  const path = normalizePath(parts.path);
  if ("problem" in path) return { rule: null, denial: unreadable(path.problem) };
  const rule = match(method, path.segments);
  if (!rule) return { rule: null, denial: noRule() };
  return { rule, segments: path.segments, query: parts.query };
}

function unreadable(problem: string): ServiceError {
  const message = `The gate does not let this path through, because programs could read it in different ways. ${problem}`;
  return callDenied(message, { check: "path" });
}

function noRule(): ServiceError {
  const message = "The gate has no rule for this method and path.";
  return callDenied(message, { check: "gate_rule", fix: { kind: "contact_platform" } });
}
