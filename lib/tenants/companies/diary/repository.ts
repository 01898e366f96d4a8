import { sql } from "@/lib/core/db/sql";

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

/**
 * The totals of a client for a company on the latest `days` days with calls before a day. Reads the totals only, by
 * their index on company, client and day. Calls without a rule are one total, whatever their methods.
 */
export const readDiaryTotals = sql<
  { companyId: number; clientId: string; before: string; days: number },
  DiaryTotal
>(
  "read-diary-totals",
  {
    day: "text",
    method: "text",
    path: "text",
    scope: "text",
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
export type FirstUse = { scope: string; firstAt: Date };

/** The first allowed calls on record of a client for a company, by scope. */
export const readFirstUses = sql<{ companyId: number; clientId: string }, FirstUse>(
  "read-first-uses",
  { scope: "text", firstAt: "timestamptz" },
  `
SELECT scope, min(first_at) AS "firstAt" FROM call_totals
WHERE company_id = :companyId AND client_id = :clientId AND scope IS NOT NULL AND NOT denied
GROUP BY scope`,
);
