import { type ScopeUseHint, USE_DAYS } from "@/lib/consent/scope-use/values";
import { sql } from "@/lib/core/db/sql";
import type { Subject } from "@/lib/core/subject";
import { inLastDays } from "@/lib/gate/calls/totals-sql";
import {
  countUseByScope,
  type ScopeUse,
  USE_COLUMNS,
  type UseRow,
} from "@/lib/gate/rules/rules-in-force";

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
  const values = { clientIds, days, countedDays: USE_DAYS };
  const rows =
    companyId === null
      ? await readUse.organization({ ...values, grantorId: organizationId })
      : await readUse.company({ ...values, grantorId: companyId });
  return (clientId) => countUseByScope(rows.filter((row) => row.clientId === clientId));
}

const declare = <Id extends number | string>(grantor: "company" | "organization") =>
  sql<
    { grantorId: Id; clientIds: readonly string[]; days: number; countedDays: number },
    UseRow & { clientId: string }
  >(
    `read-use-for-${grantor}`,
    { clientId: "text", ...USE_COLUMNS },
    `
SELECT client_id AS "clientId", method, path, scope,
  coalesce(sum(calls) FILTER (WHERE ${inLastDays(":countedDays")}), 0)::int AS calls, max(last_at) AS "lastUsedAt"
FROM call_totals
WHERE ${grantor}_id = :grantorId AND client_id = ANY(:clientIds::text[]) AND scope IS NOT NULL AND NOT denied
  AND ${inLastDays(":days")}
GROUP BY client_id, method, path, scope`,
  );

/** Allowed calls of clients by rule and scope over the last `days`. `calls` are those of the last `countedDays`. */
export const readUse = {
  company: declare<number>("company"),
  organization: declare<string>("organization"),
};

/** Calls and last use of each scope, including those never used. */
export function toScopeUseHints(
  scopes: readonly string[],
  uses: readonly ScopeUse[],
): ScopeUseHint[] {
  const useByScope = new Map(uses.map((use) => [use.scope, use]));
  return scopes.map((scope) => useByScope.get(scope) ?? { scope, calls: 0, lastUsedAt: null });
}
