import { inLastDays } from "@/lib/calls/totals-sql";
import { statement } from "@/lib/kernel/db/statement";

/** Calls of a client per scope that allowed them. */
export type ScopeUseRow = { scope: string; calls: number; lastCallAt: Date };

/** How a client used its scopes over the last `days`. */
export const readScopeUse = statement<
  { organizationId: string; clientId: string; days: number },
  ScopeUseRow
>(
  "read-scope-use",
  { scope: "text", calls: "int4", lastCallAt: "timestamptz" },
  `
  SELECT a.scope, sum(a.calls)::int AS calls, max(a.last_at) AS "lastCallAt"
  FROM call_totals a JOIN clients c ON c.client_id = a.client_id
  WHERE c.organization_id = :organizationId AND a.client_id = :clientId AND a.scope IS NOT NULL
    AND ${inLastDays(":days")}
  GROUP BY a.scope`,
);
