import { type ScopeUseHint, USE_DAYS } from "@/lib/consent/scope-use/values";
import { sql } from "@/lib/core/db/sql";
import type { Subject } from "@/lib/core/subject";
import { inLastDays } from "@/lib/gate/calls/totals-sql";
import { countUseByScope, type ScopeUse, type UseRow } from "@/lib/gate/rules/count-use-by-scope";

/**
 * How clients used their scopes for a company or organization, from the API log.
 * @param days how far back `lastUsedAt` looks; `calls` are those of the last {@link USE_DAYS}
 * @returns by client; scopes without a use are omitted
 */
export async function readScopeUse(
  { companyId, organizationId }: Subject,
  clientIds: readonly string[],
  days: number,
): Promise<(clientId: string) => ScopeUse[]> {
  const useQuery = { clientIds, days, countedDays: USE_DAYS };
  const rows =
    companyId === null
      ? await readUseForOrganization({ organizationId, ...useQuery })
      : await readUseForCompany({ companyId, ...useQuery });
  return (clientId) => countUseByScope(rows.filter((row) => row.clientId === clientId));
}

/** Allowed calls of a client by rule and scope. `calls` are those of the last `countedDays`. */
type GrantUseRow = UseRow & { clientId: string };

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

/** Calls and last use of each scope, including those never used. */
export function toScopeUseHints(
  scopes: readonly string[],
  uses: readonly ScopeUse[],
): ScopeUseHint[] {
  const useByScope = new Map(uses.map((use) => [use.scope, use]));
  return scopes.map((scope) => useByScope.get(scope) ?? { scope, calls: 0, lastUsedAt: null });
}
