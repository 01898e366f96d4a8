import { type Caller, requirePermission } from "@/lib/access/caller";
import { readScopeUse } from "@/lib/clients/scope-use/repository";

/** The number of days over which use is counted. */
export const SCOPE_USE_DAYS = 30;

/** How a client used one scope over the last 30 days. */
export type ScopeUse = { scope: string; calls: number; lastCallAt: Date };

/**
 * The scopes that a client of the caller's organization used in platform API calls over the last 30 days. Unused scopes
 * are omitted.
 * @throws ServiceError forbidden
 */
export function listScopeUse(caller: Caller, clientId: string): Promise<ScopeUse[]> {
  requirePermission(caller, "clients:read");
  return readScopeUse({ organizationId: caller.organizationId, clientId, days: SCOPE_USE_DAYS });
}
