import { changeClient } from "@/lib/clients/change-client";
import { CLIENT_PATH, ofClient, REVEALS } from "@/lib/clients/paths";
import { secretsQuerySchema } from "@/lib/clients/query-schemas";
import { clientResponseSchema } from "@/lib/clients/schemas";
import { revokeSecretsBeyondAccess } from "@/lib/clients/secrets/excess-secrets";
import { listHolderOrganizations, lockSecrets } from "@/lib/clients/secrets/repository";
import { secretsForResponse } from "@/lib/clients/secrets/secret-material";
import { serializeClient } from "@/lib/clients/serialize";
import { RESTORE_DAYS } from "@/lib/clients/values";
import { revokeGrants } from "@/lib/consent/grants/revoke-grants";
import { type Database, transaction } from "@/lib/core/db/client";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { organization } from "@/lib/operation/access";
import type { Caller } from "@/lib/operation/access/caller";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/**
 * Deletes a client in any state (platform spec, section 4.1). The client, its grants and its tokens stop at once, as do
 * the secrets of more powerful clients that it has seen. The row stays, so its ids are never reused.
 * @throws ServiceError not_found or precondition_failed
 */
export const deleteClient = operation({
  id: "deleteClient",
  request: { route: `DELETE ${CLIENT_PATH}`, params: ofClient, query: secretsQuerySchema },
  access: organization("clients:write"),
  summary: "Delete a client",
  description: `Stops the client, its grants and its tokens immediately. You can restore the client for ${RESTORE_DAYS} days. ${REVEALS}`,
  tag: "Clients",
  returns: json(clientResponseSchema, "The deleted client."),
  errors: ["precondition_failed"],
  run(context) {
    const { params, query, info } = context;
    const { organizationId } = context.caller;
    return transaction(async (tx) => {
      const holderIds = await lockHolderOrganizations(tx, organizationId, params.client_id);
      const caller = await lockCaller(tx, context.caller, "clients:write");
      await lockSecrets({ organizationId, clientId: params.client_id }, tx);
      await revokeSeenSecrets(tx, params.client_id, holderIds, { caller, info });
      const row = await changeClient(tx, { ...context, caller }, "client.deleted", () => ({
        deletedAt: new Date(),
        isActive: false,
      }));
      const userId = caller.kind === "user" ? caller.userId : null;
      await revokeGrants(tx, { clientId: row.clientId, userId, ofClientOwnedBy: organizationId });
      const secrets = await secretsForResponse(tx, row, { caller, info, wanted: query.secrets });
      return { body: serializeClient(row, secrets) };
    });
  },
});

/**
 * Locks the client's organization and every other organization in which the client has seen a live secret. Must be the
 * first lock of the transaction.
 * @returns the organizations in which it has seen one
 */
async function lockHolderOrganizations(
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
async function revokeSeenSecrets(
  tx: Database,
  clientId: string,
  organizationIds: readonly string[],
  { caller, info }: { caller: Caller; info: RequestInfo },
): Promise<void> {
  for (const organizationId of organizationIds) {
    const isOwn = organizationId === caller.organizationId;
    const actor: Caller = isOwn ? caller : { kind: "client", organizationId, clientId, scopes: [] };
    const decision = { caller: actor, info, revokeSecrets: true };
    await revokeSecretsBeyondAccess(tx, { actor: `client:${clientId}`, remaining: null }, decision);
  }
}
