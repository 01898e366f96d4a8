import { env } from "@/lib/core/env";
import { processState } from "@/lib/core/process-state";
import { demoRules } from "@/lib/gate/rules/demo-rules";
import type { GateRule } from "@/lib/gate/rules/rule";
import { type RuleMatcher, ruleMatcher } from "@/lib/gate/rules/rule-matcher";

/** Why the rules of the file could not be used, and since when. */
export type RulesProblem = { message: string; since: Date };

type RulesInForce = {
  rules: readonly GateRule[];
  match: RuleMatcher;
  /** By method and template. */
  byTemplate: ReadonlyMap<string, GateRule>;
  problem: RulesProblem | null;
};

const state = (): { current: RulesInForce } =>
  processState("gate-rules", () => ({ current: prepare(env().demo ? demoRules() : []) }));

/** The rules that this process checks calls against. Until a file is read, these are the demo's rules or none. */
export function rulesInForce(): Readonly<RulesInForce> {
  return state().current;
}

/** Replaces all rules at once. */
export function putRulesInForce(rules: readonly GateRule[]): void {
  state().current = prepare(rules);
}

/** Keeps the rules and notes why newer ones cannot be used. */
export function noteRulesProblem(problem: RulesProblem): void {
  state().current = { ...state().current, problem };
}

function prepare(rules: readonly GateRule[]): RulesInForce {
  const byTemplate = new Map(
    rules.flatMap((rule) => rule.methods.map((method) => [`${method} ${rule.path}`, rule])),
  );
  return { rules, match: ruleMatcher(rules), byTemplate, problem: null };
}
