import { readClientUse } from "@/lib/clients/scope-use/repository";
import { USE_DAYS } from "@/lib/consent/scope-use/values";
import { countUseByScope, type ScopeUse } from "@/lib/gate/rules/count-use-by-scope";
import { type Caller, requirePermission } from "@/lib/operation/access/caller";

/**
 * The scopes that a client of the caller's organization used in platform API calls over the last 30 days. Unused scopes
 * are omitted.
 * @throws ServiceError forbidden
 */
export async function listScopeUse(caller: Caller, clientId: string): Promise<ScopeUse[]> {
  requirePermission(caller, "clients:read");
  const { organizationId } = caller;
  return countUseByScope(await readClientUse({ organizationId, clientId, days: USE_DAYS }));
}
