import { sql } from "@/lib/core/db/sql";
import { inLastDays } from "@/lib/gate/calls/totals-sql";
import type { UseRow } from "@/lib/gate/rules/count-use-by-scope";

/** Allowed calls of a client by rule and scope. `calls` are those of the last `countedDays`. */
export type GrantUseRow = UseRow & { clientId: string };

type Days = { days: number; countedDays: number };

const COLUMNS = {
  clientId: "text",
  method: "text",
  path: "text",
  scope: "text",
  calls: "int4",
  lastUsedAt: "timestamptz",
} as const;

const selectUse = (grantor: string) => `
SELECT client_id AS "clientId", method, path, scope,
  coalesce(sum(calls) FILTER (WHERE ${inLastDays(":countedDays")}), 0)::int AS calls, max(last_at) AS "lastUsedAt"
FROM call_totals
WHERE ${grantor} AND client_id = ANY(:clientIds::text[]) AND scope IS NOT NULL AND NOT denied AND ${inLastDays(":days")}
GROUP BY client_id, method, path, scope`;

/** How clients used their scopes for a company over the last `days`. */
export const readUseForCompany = sql<
  { companyId: number; clientIds: readonly string[] } & Days,
  GrantUseRow
>("read-use-for-company", COLUMNS, selectUse("company_id = :companyId"));

/** The same for an organization. */
export const readUseForOrganization = sql<
  { organizationId: string; clientIds: readonly string[] } & Days,
  GrantUseRow
>("read-use-for-organization", COLUMNS, selectUse("organization_id = :organizationId"));
