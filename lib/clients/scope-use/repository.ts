import { sql } from "@/lib/core/db/sql";
import { inLastDays } from "@/lib/gate/calls/totals-sql";
import type { UseRow } from "@/lib/gate/rules/count-use-by-scope";

/** The calls of a client over the last `days`, by rule and scope. */
export const readClientUse = sql<
  { organizationId: string; clientId: string; days: number },
  UseRow
>(
  "read-client-use",
  { method: "text", path: "text", scope: "text", calls: "int4", lastUsedAt: "timestamptz" },
  `
  SELECT a.method, a.path, a.scope, sum(a.calls)::int AS calls, max(a.last_at) AS "lastUsedAt"
  FROM call_totals a JOIN clients c ON c.client_id = a.client_id
  WHERE c.organization_id = :organizationId AND a.client_id = :clientId AND a.scope IS NOT NULL
    AND ${inLastDays(":days")}
  GROUP BY a.method, a.path, a.scope`,
);
