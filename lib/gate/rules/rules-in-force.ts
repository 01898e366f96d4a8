import type { RowOf } from "@/lib/core/db/sql";
import { env } from "@/lib/core/env/env";
import type { Locale } from "@/lib/core/i18n/locales";
import { processState } from "@/lib/core/process/process-state";
import { parseRules } from "@/lib/gate/rules/parse-rules";
import { type GateRule, missingScopes } from "@/lib/gate/rules/rule";
import { type RuleMatcher, ruleMatcher } from "@/lib/gate/rules/rule-matcher";

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
  processState("gate-rules", () => ({
    current: prepare(env().demo ? parseRules(Buffer.from(JSON.stringify(DEMO_FILE))) : []),
  }));

/** The rules that this process checks calls against. Until a file is read, these are the demo's rules or none. */
export function rulesInForce(): Readonly<RulesInForce> {
  return state().current;
}

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

/** Any of these scopes lets a token read products: current names first, then the older ones. */
export const PRODUCT_SCOPES = [
  "company/products/read",
  "company/products/write",
  "company/product",
  "company/products",
];

/** The rules of an installation with demo data that has no file of its own. */
const DEMO_FILE = {
  rules: [
    {
      methods: ["GET"],
      path: "/service/application/catalog/v1.0/products/",
      any: PRODUCT_SCOPES,
      action: { en: "Looked at products", de: "Hat Produkte angesehen" },
    },
  ],
};

/**
 * What a call did in plain words, for the seller's diary: the text of the rule that is in force now.
 * @param path the template, as the API log has it
 * @returns in this language, else in English, else in any; null if the rule has no text or is gone
 */
export function findAction(method: string, path: string, locale: Locale): string | null {
  const action = rulesInForce().byTemplate.get(`${method} ${path}`)?.action ?? null;
  if (action === null || typeof action === "string") return action;
  return action[locale] ?? action.en ?? Object.values(action)[0] ?? null;
}

const COMPANY = "{company_id}";

/**
 * The path of a GET that the gate allows with these scopes, for examples; null without one. It contains no parameter
 * but `{company_id}`.
 */
export function findOpenPath(scopes: readonly string[]): string | null {
  const rule = rulesInForce().rules.find(
    (each) =>
      each.methods.includes("GET") &&
      missingScopes(each, scopes).length === 0 &&
      !each.path.replace(COMPANY, "").includes("{"),
  );
  return rule?.path ?? null;
}

export const USE_COLUMNS = {
  method: "text",
  /** The template, as the API log has it. */
  path: "text?",
  scope: "text!",
  calls: "int4",
  lastUsedAt: "timestamptz",
} as const;

/** Calls of one method and path that a scope allowed. */
export type UseRow = RowOf<typeof USE_COLUMNS>;

/** How many calls used a scope, and when the last one was. */
export type ScopeUse = { scope: string; calls: number; lastUsedAt: Date };

/**
 * Adds up calls by scope. The API log names one scope per call. A call whose rule needs several (`all`) counts as a use
 * of each, so that no needed permission looks unused. The rules in force now apply, even to earlier calls.
 */
export function countUseByScope(rows: readonly UseRow[]): ScopeUse[] {
  const { byTemplate } = rulesInForce();
  const uses = new Map<string, ScopeUse>();
  for (const { method, path, scope, calls, lastUsedAt } of rows) {
    const needed = byTemplate.get(`${method} ${path}`)?.all ?? [];
    for (const each of new Set([scope, ...needed])) {
      const scopeUse = uses.get(each);
      uses.set(each, {
        scope: each,
        calls: calls + (scopeUse?.calls ?? 0),
        lastUsedAt: scopeUse && scopeUse.lastUsedAt > lastUsedAt ? scopeUse.lastUsedAt : lastUsedAt,
      });
    }
  }
  return [...uses.values()];
}
