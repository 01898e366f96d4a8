import type { Locale } from "@/lib/core/i18n/locales";
import { findAction } from "@/lib/gate/rules/rules-in-force";
import type { ScopeDescription } from "@/lib/protocol/scopes/describe-scopes";
import type {
  DiaryAction,
  DiaryDay,
  DiaryDenial,
  DiaryEntry,
} from "@/lib/tenants/companies/diary/values";

/** Calls of one day with the same method, path, scope and result. */
export type DiaryTotal = {
  day: string;
  /** Null with `path`. */
  method: string | null;
  path: string | null;
  scope: string | null;
  denied: boolean;
  calls: number;
  errors: number;
  lastAt: Date;
};

/** What turns totals into words. */
export type DiaryWords = {
  locale: Locale;
  scopes: ReadonlyMap<string, ScopeDescription>;
  /** When each scope was first used. */
  firstUses: ReadonlyMap<string, Date>;
};

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/** Puts a day's totals into words: one entry for each action on a business object, and the denied calls. */
export function composeDay(
  day: string,
  totals: readonly DiaryTotal[],
  words: DiaryWords,
): DiaryDay {
  const objects = new Map<string | null, Map<string, DiaryEntry>>();
  const denials = new Map<string | null, DiaryDenial>();
  for (const total of [...totals].sort(latestFirst)) {
    if (total.denied) {
      const attempted = wordsOf(total, words);
      denials.set(attempted, addDenial(denials.get(attempted), attempted, total));
    } else {
      const scope = total.scope === null ? undefined : words.scopes.get(total.scope);
      const action = actionOf(total, scope, words);
      const entries = objects.get(scope?.group ?? null) ?? new Map<string, DiaryEntry>();
      const key = JSON.stringify(action);
      entries.set(
        key,
        addCalls(entries.get(key), action, total, firstUseOn(day, scope, words.firstUses)),
      );
      objects.set(scope?.group ?? null, entries);
    }
  }
  return {
    day,
    objects: [...objects].map(([name, entries]) => ({ name, entries: [...entries.values()] })),
    denials: [...denials.values()],
  };
}

function latestFirst(a: DiaryTotal, b: DiaryTotal): number {
  return b.lastAt.getTime() - a.lastAt.getTime();
}

function wordsOf({ method, path }: DiaryTotal, { locale }: DiaryWords): string | null {
  return method !== null && path !== null ? findAction(method, path, locale) : null;
}

function actionOf(
  total: DiaryTotal,
  scope: ScopeDescription | undefined,
  words: DiaryWords,
): DiaryAction {
  const ownWords = wordsOf(total, words);
  if (ownWords !== null) return { kind: "words", words: ownWords };
  if (!scope) return { kind: "other" };
  if (scope.group === null) return { kind: "used", scope: scope.name };
  return { kind: kindOf(total, scope), object: scope.group };
}

/** A scope that also allows changes may be used to look at something only. */
function kindOf({ method }: DiaryTotal, { access }: ScopeDescription) {
  if (access === "view" || (method !== null && READING.has(method))) return "looked";
  return access === "delete" ? "deleted" : "changed";
}

function firstUseOn(
  day: string,
  scope: ScopeDescription | undefined,
  firstUses: DiaryWords["firstUses"],
): DiaryEntry["firstUse"] {
  const at = scope && firstUses.get(scope.name);
  if (!at || at.toISOString().slice(0, 10) !== day) return null;
  if (scope.customerData) {
    return { of: scope.access === "view" ? "customerSeen" : "customerChanged", at };
  }
  return scope.risk === "high" ? { of: "sensitive", at } : null;
}

function addCalls(
  entry: DiaryEntry | undefined,
  action: DiaryAction,
  { calls, errors, lastAt }: DiaryTotal,
  firstUse: DiaryEntry["firstUse"],
): DiaryEntry {
  if (!entry) return { action, calls, failed: errors, lastAt, firstUse };
  return {
    ...entry,
    calls: entry.calls + calls,
    failed: entry.failed + errors,
    firstUse: entry.firstUse ?? firstUse,
  };
}

function addDenial(
  denial: DiaryDenial | undefined,
  words: string | null,
  { calls, lastAt }: DiaryTotal,
): DiaryDenial {
  return denial ? { ...denial, calls: denial.calls + calls } : { words, calls, lastAt };
}
