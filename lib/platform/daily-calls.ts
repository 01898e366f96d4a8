import { isReal } from "@/lib/core/db/sandbox-sql";
import { sql } from "@/lib/core/db/sql";
import { inLastDays } from "@/lib/gate/calls/totals-sql";
import type { DailyCalls } from "@/lib/platform/object-values";

/** Days that an object's page shows, including today (UTC). */
export const SHOWN_DAYS = 30;

/** The days of "this week" in figures, including today (UTC). */
export const WEEK_DAYS = 7;

/** Whose calls: those by an extension, those for a company, or those by all extensions of an organization. */
type Whose = { clientId: string } | { companyId: number } | { organizationId: string };

const readRows = sql<
  { days: number; clientId?: string; companyId?: number; organizationId?: string },
  DailyCalls
>("read-daily-calls", { day: "text", calls: "int4", denied: "int4" }, ({ clientId, companyId }) => {
  const ofExtensions = clientId
    ? "a.client_id = :clientId"
    : "a.client_id IN (SELECT c.client_id FROM clients c WHERE c.organization_id = :organizationId)";
  const whose = companyId
    ? "a.company_id = :companyId::bigint"
    : `${ofExtensions} AND ${isReal("a.company_id")}`;
  return `SELECT a.day::text AS day, sum(a.calls)::int AS calls,
      coalesce(sum(a.calls) FILTER (WHERE a.denied), 0)::int AS denied
    FROM call_totals a WHERE ${whose} AND a.${inLastDays(":days")} GROUP BY a.day`;
});

/** Calls of each of the shown days, oldest first; days without calls included. */
export async function readDailyCalls(whose: Whose): Promise<DailyCalls[]> {
  const rows = await readRows({ days: SHOWN_DAYS, ...whose });
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return shownDays().map((day) => byDay.get(day) ?? { day, calls: 0, denied: 0 });
}

const DAY_MS = 86_400_000;

/** The shown days as `YYYY-MM-DD`, oldest first. */
export function shownDays(): string[] {
  const now = Date.now();
  return Array.from({ length: SHOWN_DAYS }, (_, index) =>
    new Date(now - (SHOWN_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}
