import { z } from "zod";
import { type RowOf, sql } from "@/lib/core/db/sql";
import type { Locale } from "@/lib/core/i18n/locales";
import { clientIdSchema } from "@/lib/core/schemas/id-schema";
import { findAction } from "@/lib/gate/rules/rules-in-force";
import { seller } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";
import { describeScopes, type ScopeDescription } from "@/lib/protocol/scopes/describe-scopes";
import type {
  Diary,
  DiaryAction,
  DiaryDay,
  DiaryDenial,
  DiaryEntry,
} from "@/lib/tenants/companies/diary/values";

/** How many days with calls are on one page. */
const DIARY_DAYS = 7;

const DAY = /^2\d{3}-\d{2}-\d{2}$/;
const AFTER_ALL = "infinity";

/**
 * What a client did for a company, by day, also after its removal. `before` is a day such as 2026-11-22, whose earlier
 * days are read; for any other text, the latest.
 */
export const readDiary = operation({
  id: "readDiary",
  access: seller(),
  request: {
    params: z.object({ client_id: clientIdSchema }),
    query: z.object({ before: z.string() }),
  },
  returns: value<Diary>(),
  async run({ caller, params: { client_id: clientId }, query: { before }, locale }) {
    const companyId = caller.company.id;
    const from = isDay(before) ? before : AFTER_ALL;
    const [totals, firstUses] = await Promise.all([
      readDiaryTotals({ companyId, clientId, before: from, days: DIARY_DAYS + 1 }),
      readFirstUses({ companyId, clientId }),
    ]);
    const names = new Set(totals.flatMap(({ scope }) => scope ?? []));
    const scopes = await describeScopes([...names], locale);
    const words = {
      locale,
      scopes: new Map(scopes.map((scope) => [scope.name, scope])),
      firstUses: new Map(firstUses.map(({ scope, firstAt }) => [scope, firstAt])),
    };
    const days = [...new Set(totals.map(({ day }) => day))];
    const pageDays = days.slice(0, DIARY_DAYS).map((day) =>
      composeDay(
        day,
        totals.filter((total) => total.day === day),
        words,
      ),
    );
    return {
      days: pageDays,
      before: days.length > pageDays.length ? (pageDays.at(-1)?.day ?? null) : null,
    };
  },
});

export function isDay(text: string): boolean {
  const date = DAY.test(text) ? new Date(text) : null;
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Calls of one day with the same method, path, scope and result. */
const TOTAL = {
  day: "text",
  /** Null with `path`. */
  method: "text?",
  path: "text?",
  scope: "text?",
  denied: "bool",
  calls: "int4",
  errors: "int4",
  lastAt: "timestamptz",
} as const;
type DiaryTotal = RowOf<typeof TOTAL>;

/** Of the latest days with calls before a day, by the index on company, client and day. */
const readDiaryTotals = sql<
  { companyId: number; clientId: string; before: string; days: number },
  DiaryTotal
>(
  "read-diary-totals",
  TOTAL,
  `
WITH latest AS (
  SELECT DISTINCT day FROM call_totals
  WHERE company_id = :companyId AND client_id = :clientId AND day < :before::date
  ORDER BY day DESC LIMIT :days
)
SELECT day::text, CASE WHEN path IS NOT NULL THEN method END AS method, path, scope, denied,
  sum(calls)::int AS calls, sum(errors)::int AS errors, max(last_at) AS "lastAt"
FROM call_totals
WHERE company_id = :companyId AND client_id = :clientId AND day < :before::date AND day >= (SELECT min(day) FROM latest)
GROUP BY call_totals.day, 2, path, scope, denied
ORDER BY call_totals.day DESC`,
);

/** The first allowed calls on record of a client for a company, by scope. */
const readFirstUses = sql<
  { companyId: number; clientId: string },
  { scope: string; firstAt: Date }
>(
  "read-first-uses",
  { scope: "text!", firstAt: "timestamptz" },
  `
SELECT scope, min(first_at) AS "firstAt" FROM call_totals
WHERE company_id = :companyId AND client_id = :clientId AND scope IS NOT NULL AND NOT denied
GROUP BY scope`,
);

/** What turns totals into words. */
type DiaryWords = {
  locale: Locale;
  scopes: ReadonlyMap<string, ScopeDescription>;
  /** When each scope was first used. */
  firstUses: ReadonlyMap<string, Date>;
};

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/** Puts a day's totals into words: one entry for each action on a business object, and the denied calls. */
function composeDay(day: string, totals: readonly DiaryTotal[], words: DiaryWords): DiaryDay {
  const objects = new Map<string | null, Map<string, DiaryEntry>>();
  const denials = new Map<string | null, DiaryDenial>();
  for (const total of totals.toSorted((a, b) => b.lastAt.getTime() - a.lastAt.getTime())) {
    if (total.denied) {
      const attempted = wordsOf(total, words);
      const { calls = 0, lastAt = total.lastAt } = denials.get(attempted) ?? {};
      denials.set(attempted, { words: attempted, calls: calls + total.calls, lastAt });
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
