import { recordChange } from "@/lib/audit/record-change";
import { rotateSecretSchema } from "@/lib/clients/input-schemas";
import { noSuchClient, ofClient } from "@/lib/clients/paths";
import { type ClientRow, lockClient, updateClientRow } from "@/lib/clients/repository";
import { requireScopeAuthority } from "@/lib/clients/require-scope-authority";
import { clientSecretSchema } from "@/lib/clients/schemas";
import { SECRETS } from "@/lib/clients/secrets/paths";
import {
  countLiveSecrets,
  endLiveSecrets,
  findLiveSecret,
  insertSecret,
  lockSecrets,
} from "@/lib/clients/secrets/repository";
import { newSecretMaterial } from "@/lib/clients/secrets/secret-material";
import { serializeSecret } from "@/lib/clients/secrets/serialize-secret";
import { type Database, transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { organization } from "@/lib/operation/access";
import { type Caller, readersOf } from "@/lib/operation/access/caller";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/** Maximum number of live secrets of a client, which stops scripts that rotate endlessly. */
const MAX_LIVE_SECRETS = 10;

/**
 * Creates a new secret, returned in clear text; the others expire after the overlap, or earlier if they were due to.
 * @throws ServiceError not_found, forbidden for a client with more permissions than the caller, conflict if the client
 * has too many live secrets
 */
export const rotateSecret = operation({
  id: "rotateSecret",
  request: { route: `POST ${SECRETS}`, params: ofClient, body: rotateSecretSchema },
  access: organization("clients:write"),
  summary: "Rotate a client's secret",
  description:
    "Creates a new secret and returns it in clear text. The other secrets expire after the overlap, or earlier if they were due to. Callers cannot create secrets for a client whose scopes include a permission they lack.",
  tag: "Secrets",
  returns: json(clientSecretSchema, "The new secret.", { status: 201 }),
  errors: ["conflict"],
  async authorizeReplay({ params, caller }) {
    await transaction((tx) => lockForRotation(tx, caller, params.client_id));
  },
  run({ params, body, caller, info }) {
    const owner = { organizationId: caller.organizationId, clientId: params.client_id };
    const secret = newSecretMaterial(owner.clientId);
    return transaction(async (tx) => {
      const client = await lockForRotation(tx, caller, owner.clientId);
      const now = new Date();
      await endLiveSecrets(tx, owner, new Date(now.getTime() + body.overlap_seconds * 1000));
      if ((await countLiveSecrets(tx, owner)) >= MAX_LIVE_SECRETS) throw tooManySecrets();
      const newSecret = {
        ...secret.stored,
        clientId: owner.clientId,
        name: body.name ?? now.toISOString().slice(0, 10),
        createdBy: caller.kind === "user" ? caller.userId : null,
      };
      await insertSecret(tx, newSecret, readersOf(caller));
      const row = await findLiveSecret(tx, owner, newSecret.id);
      if (!row) throw new Error(`The new secret ${newSecret.id} is not live`);
      await updateClientRow(tx, { ...owner, version: client.version }, {});
      await recordChange(tx, caller, info, {
        action: "secret.created",
        target: `secret:${row.id}`,
        after: { client_id: owner.clientId, name: row.name, overlap_seconds: body.overlap_seconds },
      });
      return { body: serializeSecret(row, secret.clear) };
    });
  },
});

/** The client, locked with its secrets, if the caller may have a secret of it. */
async function lockForRotation(tx: Database, caller: Caller, clientId: string): Promise<ClientRow> {
  const { organizationId } = caller;
  const current = await lockCaller(tx, caller, "clients:write");
  await lockSecrets(tx, { organizationId, clientId });
  const client = await lockClient(tx, organizationId, clientId);
  if (!client) throw noSuchClient();
  requireScopeAuthority(current, client.scopes);
  return client;
}

function tooManySecrets(): ServiceError {
  return new ServiceError(
    "conflict",
    `The client already has ${MAX_LIVE_SECRETS} live secrets. Revoke one, or rotate with a shorter overlap_seconds.`,
  );
}
