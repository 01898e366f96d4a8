import { env } from "@/lib/core/env/env";
import { processState } from "@/lib/core/process/process-state";
import { parseRules } from "@/lib/gate/rules/parse-rules";
import type { GateRule } from "@/lib/gate/rules/rule";
import { type RuleMatcher, ruleMatcher } from "@/lib/gate/rules/rule-matcher";
import { PRODUCT_SCOPES } from "@/lib/protocol/scopes/product-scopes";

/** Why the rules of the file could not be used, and since when. */
type RulesProblem = { message: string; since: Date };

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

const FILE = {
  rules: [
    {
      methods: ["GET"],
      path: "/service/application/catalog/v1.0/products/",
      any: PRODUCT_SCOPES,
      action: { en: "Looked at products", de: "Hat Produkte angesehen" },
    },
  ],
};

/** The rules of an installation with demo data that has no file of its own. */
function demoRules(): readonly GateRule[] {
  return parseRules(Buffer.from(JSON.stringify(FILE)));
}
