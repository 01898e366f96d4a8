import type { OperationContext } from "@/lib/access/operation-context";
import { recordChange } from "@/lib/audit/record-change";
import { noSuchClient } from "@/lib/clients/no-such-client";
import { lockClient, updateClientRow } from "@/lib/clients/repository";
import type { revokeSecretContract } from "@/lib/clients/secrets/contract";
import { noSuchSecret } from "@/lib/clients/secrets/no-such-secret";
import { countLiveSecrets, lockSecrets, revokeSecretRow } from "@/lib/clients/secrets/repository";
import { serializeSecret } from "@/lib/clients/secrets/serialize-secret";
import { transaction } from "@/lib/kernel/db/client";
import { ServiceError } from "@/lib/kernel/errors";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof revokeSecretContract;

/**
 * Stops a secret immediately. The client's row is locked first, so that two concurrent requests cannot revoke the last
 * two live secrets.
 * @throws ServiceError not_found, or conflict for the last live secret
 */
export function revokeSecret({
  params,
  caller,
  info,
}: Pick<OperationContext<Contract>, "params" | "caller" | "info">): Promise<
  ContractOutput<Contract>
> {
  const owner = { organizationId: caller.organizationId, clientId: params.client_id };
  return transaction(async (tx) => {
    await lockSecrets(tx, owner);
    const client = await lockClient(tx, owner.organizationId, owner.clientId);
    if (!client) throw noSuchClient();
    const row = await revokeSecretRow(tx, owner, params.secret_id);
    if (!row) throw noSuchSecret();
    // Thrown inside the transaction, which undoes the revocation.
    if ((await countLiveSecrets(tx, owner)) === 0) throw lastLiveSecret();
    await updateClientRow(tx, { ...owner, version: client.version }, {});
    await recordChange(tx, caller, info, {
      action: "secret.revoked",
      target: `secret:${row.id}`,
      before: { client_id: owner.clientId, name: row.name },
    });
    return { body: serializeSecret(row) };
  });
}

function lastLiveSecret(): ServiceError {
  return new ServiceError(
    "conflict",
    "This is the client's last live secret. Rotate the secret first, then revoke the old one.",
  );
}
