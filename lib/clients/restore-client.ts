import { lockCaller } from "@/lib/access/lock-caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { recordChange } from "@/lib/audit/record-change";
import { restoreClientContract } from "@/lib/clients/contract";
import { RESTORE_DAYS } from "@/lib/clients/field-values";
import { requireUniqueName } from "@/lib/clients/listing/require-unique-name";
import { asProposed } from "@/lib/clients/listing/review";
import { noSuchClient } from "@/lib/clients/no-such-client";
import { lockAnyClient, restoreClientRow } from "@/lib/clients/repository";
import { requireScopeAuthority } from "@/lib/clients/require-scope-authority";
import { isRestorable } from "@/lib/clients/restore-window";
import { maskSecret } from "@/lib/clients/secrets/secret-material";
import { serializeClient } from "@/lib/clients/serialize";
import { transaction } from "@/lib/kernel/db/client";
import { ServiceError } from "@/lib/kernel/errors";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { entityTag } from "@/lib/kernel/http/entity-tag";

type Contract = typeof restoreClientContract;

/**
 * Restores a deleted client as inactive, with its secrets. Grants by companies stay revoked, because the companies saw
 * the extension disappear.
 * @throws ServiceError not_found; forbidden for a client with more permissions than the caller; conflict if it is not
 * deleted, was deleted too long ago, or a client listed since has a name that looks the same
 */
export function restoreClient({
  params,
  caller,
  info,
}: Pick<OperationContext<Contract>, "params" | "caller" | "info">): Promise<
  ContractOutput<Contract>
> {
  const at = { organizationId: caller.organizationId, clientId: params.client_id };
  return transaction(async (tx) => {
    const current = await lockCaller(tx, caller, restoreClientContract.permission);
    const before = await lockAnyClient(tx, at.organizationId, at.clientId);
    if (!before) throw noSuchClient();
    requireScopeAuthority(current, asProposed(before).scopes);
    if (!before.deletedAt) throw new ServiceError("conflict", "This client has not been deleted.");
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
}

function tooLate(deletedAt: Date): ServiceError {
  return new ServiceError(
    "conflict",
    `The client was deleted on ${deletedAt.toISOString().slice(0, 10)}. Clients can be restored for ${RESTORE_DAYS} days only. Register a new client.`,
  );
}
