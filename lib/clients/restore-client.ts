import { recordChange } from "@/lib/audit/record-change";
import { requireUniqueName } from "@/lib/clients/listing/require-unique-name";
import { asProposed } from "@/lib/clients/listing/review";
import { CLIENT_PATH, NoSuchClientError, ofClient } from "@/lib/clients/paths";
import { findDeletion, lockAnyClient, updateClientRow } from "@/lib/clients/repository";
import { requireScopeAuthority } from "@/lib/clients/require-scope-authority";
import { clientResponseSchema } from "@/lib/clients/schemas";
import { respondClient } from "@/lib/clients/serialize";
import { RESTORE_DAYS } from "@/lib/clients/values";
import { db, transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { organization } from "@/lib/operation/access";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/**
 * Explains to callers of the client's organization that it was deleted and can be restored.
 * @returns `error` unchanged for any other client
 */
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

/**
 * Restores a deleted client as inactive, with its secrets. Grants by companies stay revoked, because the companies saw
 * the extension disappear.
 * @throws ServiceError not_found; forbidden for a client with more permissions than the caller; conflict if it is not
 * deleted, was deleted too long ago, or a client listed since has a name that looks the same
 */
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
