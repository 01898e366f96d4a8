import type { Locale } from "@/lib/core/i18n/locales";

/** A call in plain words, for sellers: in English, or by language. */
export type RuleAction = string | Readonly<Partial<Record<Locale, string>>>;

/** A rule of the gate: which calls it allows. */
export type GateRule = {
  methods: readonly string[];
  /** The path template, as it is written in the file. */
  path: string;
  /** Its segments; null for a parameter. */
  segments: readonly (string | null)[];
  /** A token needs all of these scopes, */
  all: readonly string[];
  /** and one of these, unless there are none. */
  any: readonly string[];
  /** The segment that must be the token's company; null if the rule does not ask for one. */
  companyAt: number | null;
  action: RuleAction | null;
};

/**
 * The scopes that a token lacks for a rule: the missing ones of `all`; or, if it has those but none of `any`, all of
 * `any`, of which one is enough. Empty if the token satisfies the rule.
 */
export function missingScopes(
  { all, any }: GateRule,
  scopes: readonly string[],
): readonly string[] {
  const missing = all.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0) return missing;
  return any.some((scope) => scopes.includes(scope)) ? [] : any;
}

/** Every scope that rules name, once each. */
export function scopesOfRules(rules: readonly GateRule[]): string[] {
  return [...new Set(rules.flatMap(({ all, any }) => [...all, ...any]))];
}

/** The scopes of a rule in words: `a and b`, `one of c, d`. */
export function neededScopes({ all, any }: GateRule): string {
  const [only, ...others] = any;
  const alternative = others.length > 0 ? `one of ${any.join(", ")}` : only;
  return [...all, ...(alternative === undefined ? [] : [alternative])].join(" and ");
}
