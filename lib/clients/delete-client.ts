import { recordChange } from "@/lib/audit/record-change";
import { changeClient } from "@/lib/clients/change-client";
import { requireUniqueName } from "@/lib/clients/listing/require-unique-name";
import { asProposed } from "@/lib/clients/listing/review";
import { CLIENT_PATH, NoSuchClientError, ofClient, REVEALS } from "@/lib/clients/paths";
import { secretsQuerySchema } from "@/lib/clients/query-schemas";
import { findDeletion, lockAnyClient, updateClientRow } from "@/lib/clients/repository";
import { requireScopeAuthority } from "@/lib/clients/require-scope-authority";
import { clientResponseSchema } from "@/lib/clients/schemas";
import { revokeSecretsBeyondAccess } from "@/lib/clients/secrets/excess-secrets";
import { listHolderOrganizations, lockSecrets } from "@/lib/clients/secrets/repository";
import { secretsForResponse } from "@/lib/clients/secrets/secret-material";
import { respondClient, serializeClient } from "@/lib/clients/serialize";
import { RESTORE_DAYS } from "@/lib/clients/values";
import { revokeGrants } from "@/lib/consent/grants/revoke-grants";
import { type Database, db, transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { organization } from "@/lib/operation/access";
import type { Caller } from "@/lib/operation/access/caller";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/** Deletes a client in any state (platform spec, section 4.1). The row stays, so its ids are never reused. */
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

/** Locks the client's organization and each one whose live secret it has seen. Must be the transaction's first lock. */
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

/** Explains to callers of the client's organization that it was deleted and can be restored; else returns `error`. */
export async function explainMissingClient(
  error: NoSuchClientError,
  organizationId: string,
  clientId: string,
): Promise<NoSuchClientError> {
  const since = restorableSince(new Date());
  const deletedAt = await findDeletion(db(), { organizationId, clientId, since });
  if (!deletedAt) return error;
  return new NoSuchClientError(
    `This client was deleted on ${day(deletedAt)}. It can be restored until ${day(new Date(deletedAt.getTime() + WINDOW_MS))}.`,
  );
}

function day(timestamp: Date): string {
  return timestamp.toISOString().slice(0, 10);
}

const WINDOW_MS = RESTORE_DAYS * 86_400_000;

/** The earliest deletion time of clients that can still be restored. */
export function restorableSince(now: Date): Date {
  return new Date(now.getTime() - WINDOW_MS);
}

/** Grants by companies stay revoked, because the companies saw the extension disappear. */
export const restoreClient = operation({
  id: "restoreClient",
  request: { route: `POST ${CLIENT_PATH}/restore`, params: ofClient },
  access: organization("clients:write"),
  summary: "Restore a deleted client",
  description: `Restores a client deleted at most ${RESTORE_DAYS} days ago. It is inactive and keeps its secrets; grants by companies stay revoked. The caller needs every permission in its scopes. Secrets are masked in the response.`,
  tag: "Clients",
  returns: json(clientResponseSchema, "The restored client, inactive.", { etag: true }),
  errors: ["conflict"],
  run({ params, caller, info }) {
    const at = { organizationId: caller.organizationId, clientId: params.client_id };
    return transaction(async (tx) => {
      const current = await lockCaller(tx, caller, "clients:write");
      const before = await lockAnyClient(tx, at.organizationId, at.clientId);
      requireScopeAuthority(current, asProposed(before).scopes);
      if (!before.deletedAt)
        throw new ServiceError("conflict", "This client has not been deleted.");
      if (before.deletedAt < restorableSince(new Date()))
        throw new ServiceError(
          "conflict",
          `The client was deleted on ${day(before.deletedAt)}. Clients can be restored for ${RESTORE_DAYS} days only. Register a new client.`,
        );
      const change = { deletedAt: null, isActive: false };
      const row = await updateClientRow(tx, { ...at, version: before.version }, change);
      if (row.listing === "listed") await requireUniqueName(tx, row.clientId, row.name);
      await recordChange(tx, caller, info, {
        action: "client.restored",
        target: `client:${at.clientId}`,
        before: { deleted_at: before.deletedAt.toISOString() },
        after: { deleted_at: null, is_active: row.isActive },
      });
      return respondClient(row);
    });
  },
});
