import { recordChange } from "@/lib/audit/record-change";
import { isRestorable } from "@/lib/clients/deleted-client";
import { RESTORE_DAYS } from "@/lib/clients/field-values";
import { requireUniqueName } from "@/lib/clients/listing/require-unique-name";
import { asProposed } from "@/lib/clients/listing/review";
import { CLIENT_PATH, noSuchClient, ofClient } from "@/lib/clients/paths";
import { lockAnyClient, restoreClientRow } from "@/lib/clients/repository";
import { requireScopeAuthority } from "@/lib/clients/require-scope-authority";
import { clientResponseSchema } from "@/lib/clients/schemas";
import { maskSecret } from "@/lib/clients/secrets/secret-material";
import { serializeClient } from "@/lib/clients/serialize";
import { transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { entityTag } from "@/lib/core/http/entity-tag";
import { organization } from "@/lib/operation/access";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

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
      if (!before) throw noSuchClient();
      requireScopeAuthority(current, asProposed(before).scopes);
      if (!before.deletedAt)
        throw new ServiceError("conflict", "This client has not been deleted.");
      if (!isRestorable(before.deletedAt, new Date())) throw tooLate(before.deletedAt);
      const row = await restoreClientRow(tx, { ...at, version: before.version });
      if (!row) throw new Error(`Client ${at.clientId} changed while it was locked`);
      if (row.listing === "listed") await requireUniqueName(tx, row.clientId, row.name);
      await recordChange(tx, caller, info, {
        action: "client.restored",
        target: `client:${at.clientId}`,
        before: { deleted_at: before.deletedAt.toISOString() },
        after: { deleted_at: null, is_active: row.isActive },
      });
      return {
        body: serializeClient(row, row.lastFours.map(maskSecret)),
        headers: { etag: entityTag(row.version) },
      };
    });
  },
});

function tooLate(deletedAt: Date): ServiceError {
  return new ServiceError(
    "conflict",
    `The client was deleted on ${deletedAt.toISOString().slice(0, 10)}. Clients can be restored for ${RESTORE_DAYS} days only. Register a new client.`,
  );
}
