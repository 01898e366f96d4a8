/**
 * SQL expression: when a call was last allowed; null if none was. Reads the totals of the newest such day only.
 * @param of condition on the totals `a` that leads an index: their company and client, or their client
 */
export const lastCallAt = (of: string) => `
  (SELECT a.last_at FROM call_totals a WHERE ${of} AND NOT a.denied ORDER BY a.day DESC, a.last_at DESC LIMIT 1)`;

/** The same for a live grant `g`: calls of its client for its company or organization. */
export const LAST_CALL_FOR_GRANT = `
  CASE WHEN g.company_id IS NOT NULL
    THEN ${lastCallAt("a.company_id = g.company_id AND a.client_id = g.client_id")}
    ELSE ${lastCallAt("a.organization_id = g.organization_id AND a.client_id = g.client_id")} END`;

/** SQL condition on `day`: one of the last days (UTC), including today. @param days expression for their number */
export const inLastDays = (days: string) => `day > (now() AT TIME ZONE 'UTC')::date - ${days}::int`;
