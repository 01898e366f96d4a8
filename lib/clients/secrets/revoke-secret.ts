import { recordChange } from "@/lib/audit/record-change";
import { noSuchClient } from "@/lib/clients/paths";
import { lockClient, updateClientRow } from "@/lib/clients/repository";
import { clientSecretSchema } from "@/lib/clients/schemas";
import { noSuchSecret, ofSecret, SECRETS } from "@/lib/clients/secrets/paths";
import { countLiveSecrets, lockSecrets, revokeSecretRow } from "@/lib/clients/secrets/repository";
import { serializeSecret } from "@/lib/clients/secrets/serialize-secret";
import { transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/**
 * Stops a secret immediately. The client's row is locked first, so that two concurrent requests cannot revoke the last
 * two live secrets.
 * @throws ServiceError not_found, or conflict for the last live secret
 */
export const revokeSecret = operation({
  id: "revokeSecret",
  request: { route: `DELETE ${SECRETS}/{secret_id}`, params: ofSecret },
  access: organization("clients:write"),
  summary: "Revoke a client's secret",
  description:
    "Stops a secret immediately. The last live secret cannot be revoked; rotate it first.",
  tag: "Secrets",
  returns: json(clientSecretSchema, "The revoked secret."),
  errors: ["conflict"],
  run({ params, caller, info }) {
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
  },
});

function lastLiveSecret(): ServiceError {
  return new ServiceError(
    "conflict",
    "This is the client's last live secret. Rotate the secret first, then revoke the old one.",
  );
}
