import { hotQuery } from "@/lib/kernel/db/pool";

/** Calls of a client by the scope that allowed them. */
export type ScopeUseRow = { scope: string; calls: number; lastCallAt: Date };

const READ_USE = `
  SELECT a.scope, count(*)::int AS calls, max(a.created_at) AS "lastCallAt"
  FROM api_calls a JOIN clients c ON c.client_id = a.client_id
  WHERE c.organization_id = $1 AND a.client_id = $2 AND a.created_at > now() - $3 * interval '1 day'
  GROUP BY a.scope`;

/** How a client used its scopes over the last `days`. */
export function readScopeUse(
  organizationId: string,
  clientId: string,
  days: number,
): Promise<ScopeUseRow[]> {
  return hotQuery<ScopeUseRow>("read-scope-use", READ_USE, [organizationId, clientId, days]);
}
