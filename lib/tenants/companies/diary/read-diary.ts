import { z } from "zod";
import { sql } from "@/lib/core/db/sql";
import { clientIdSchema } from "@/lib/core/schemas/id-schema";
import { seller } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";
import { describeScopes } from "@/lib/protocol/scopes/describe-scopes";
import { composeDay, type DiaryTotal } from "@/lib/tenants/companies/diary/compose-day";
import type { Diary } from "@/lib/tenants/companies/diary/values";

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

/**
 * The totals of a client for a company on the latest `days` days with calls before a day. Reads the totals only, by
 * their index on company, client and day. Calls without a rule are one total, whatever their methods.
 */
const readDiaryTotals = sql<
  { companyId: number; clientId: string; before: string; days: number },
  DiaryTotal
>(
  "read-diary-totals",
  {
    day: "text",
    method: "text?",
    path: "text?",
    scope: "text?",
    denied: "bool",
    calls: "int4",
    errors: "int4",
    lastAt: "timestamptz",
  },
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

/** When a client first used a scope for a company. */
type FirstUse = { scope: string; firstAt: Date };

/** The first allowed calls on record of a client for a company, by scope. */
const readFirstUses = sql<{ companyId: number; clientId: string }, FirstUse>(
  "read-first-uses",
  { scope: "text!", firstAt: "timestamptz" },
  `
SELECT scope, min(first_at) AS "firstAt" FROM call_totals
WHERE company_id = :companyId AND client_id = :clientId AND scope IS NOT NULL AND NOT denied
GROUP BY scope`,
);
