import { revokeExcessSecrets } from "@/lib/clients/secrets/excess-secrets";
import { listHolderOrganizations } from "@/lib/clients/secrets/holder-repository";
import type { Database } from "@/lib/core/db/client";
import type { RequestInfo } from "@/lib/core/http/request-info";
import type { Caller } from "@/lib/operation/access/caller";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";

/**
 * Locks the client's organization and every other organization in which the client has seen a live secret. Must be the
 * first lock of the transaction.
 * @returns the organizations in which it has seen one
 */
export async function lockHolderOrganizations(
  tx: Database,
  organizationId: string,
  clientId: string,
): Promise<string[]> {
  const seenIn = () => listHolderOrganizations(tx, organizationId, clientId);
  await lockOrganizations(tx, [organizationId, ...(await seenIn())]);
  // While this waited for the locks, the client may have seen another secret.
  return seenIn();
}

/**
 * Before a client is deleted, revokes the secrets it has seen of clients with permissions, in its own organization and
 * wherever it was installed. In other organizations, the audit log names the client as the actor.
 */
export async function revokeSeenSecrets(
  tx: Database,
  clientId: string,
  organizationIds: readonly string[],
  { caller, info }: { caller: Caller; info: RequestInfo },
): Promise<void> {
  for (const organizationId of organizationIds) {
    const isOwn = organizationId === caller.organizationId;
    const actor: Caller = isOwn ? caller : { kind: "client", organizationId, clientId, scopes: [] };
    const decision = { caller: actor, info, revokeSecrets: true };
    await revokeExcessSecrets(tx, { actor: `client:${clientId}`, remaining: null }, decision);
  }
}
