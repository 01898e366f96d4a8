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
