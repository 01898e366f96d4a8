import { recordChange } from "@/lib/audit/record-change";
import { revealSecretSchema, rotateSecretSchema } from "@/lib/clients/input-schemas";
import { CLIENT_PATH, ofClient } from "@/lib/clients/paths";
import { type ClientRow, findClient, lockClient, updateClientRow } from "@/lib/clients/repository";
import { requireScopeAuthority } from "@/lib/clients/require-scope-authority";
import {
  type ClientSecretListResponse,
  type ClientSecretResponse,
  clientSecretListSchema,
  clientSecretSchema,
} from "@/lib/clients/schemas";
import {
  countLiveSecrets,
  endLiveSecrets,
  findLiveSecret,
  insertHolders,
  insertSecret,
  lastUseOf,
  listLiveSecrets,
  lockSecrets,
  revokeSecretRow,
  type SecretRow,
} from "@/lib/clients/secrets/repository";
import {
  decryptSecret,
  maskSecret,
  newSecretMaterial,
} from "@/lib/clients/secrets/secret-material";
import { serializePerson } from "@/lib/clients/serialize";
import { type Database, db, transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { idSchema } from "@/lib/core/schemas/id-schema";
import { toWire } from "@/lib/core/schemas/to-wire";
import { confirmPerson } from "@/lib/identity/sessions/check-password";
import { readSessionId } from "@/lib/identity/sessions/session-cookie";
import { organization } from "@/lib/operation/access";
import { type Caller, readersOf } from "@/lib/operation/access/caller";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

const SECRETS = `${CLIENT_PATH}/secret` as const;

const ofSecret = ofClient.extend({
  secret_id: idSchema.meta({ description: "Id of the secret, from the list of secrets." }),
});

/** The same error for a secret that does not exist, has expired or belongs to another client. */
function noSuchSecret(): ServiceError {
  return new ServiceError("not_found", "The client has no live secret with this id.");
}

/** A secret in the format of the API. */
function serializeSecret(row: SecretRow, clear?: string): ClientSecretResponse {
  return {
    ...toWire(row, clientSecretSchema),
    secret: clear ?? maskSecret(row.lastFour),
    created_by: row.creator && serializePerson(row.creator),
    last_used_at: lastUseOf(row)?.toISOString() ?? null,
  };
}

export const listSecrets = operation({
  id: "listSecrets",
  request: { route: `GET ${SECRETS}`, params: ofClient },
  access: organization("clients:read"),
  summary: "List a client's live secrets",
  description:
    "Returns name, age and last use of each live secret and the progress of a rotation. The secrets themselves are masked.",
  tag: "Secrets",
  returns: json(clientSecretListSchema, "The live secrets."),
  async run({ params, caller }) {
    const owner = { organizationId: caller.organizationId, clientId: params.client_id };
    await findClient(db(), owner.organizationId, owner.clientId);
    const rows = await listLiveSecrets(db(), owner);
    const rotation = rotationProgress(
      rows.map((row) => ({ ...row, lastUsedAt: lastUseOf(row) })),
      new Date(),
    );
    return {
      body: {
        items: rows.map((row) => serializeSecret(row)),
        rotation,
      },
    };
  },
});

/** Maximum number of live secrets of a client, which stops scripts that rotate endlessly. */
const MAX_LIVE_SECRETS = 10;

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
      if ((await countLiveSecrets(tx, owner)) >= MAX_LIVE_SECRETS)
        throw new ServiceError(
          "conflict",
          `The client already has ${MAX_LIVE_SECRETS} live secrets. Revoke one, or rotate with a shorter overlap_seconds.`,
        );
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
  await lockSecrets({ organizationId, clientId }, tx);
  const client = await lockClient(tx, organizationId, clientId);
  requireScopeAuthority(current, client.scopes);
  return client;
}

/** A person proves again who they are: an unattended console must not give away what outlasts the session. */
export const revealSecret = operation({
  id: "revealSecret",
  request: {
    route: `POST ${SECRETS}/{secret_id}/reveal`,
    params: ofSecret,
    body: revealSecretSchema,
  },
  access: organization("secrets:read"),
  summary: "Reveal one secret",
  description:
    "Returns a live secret in clear text and records it in the audit log. A signed-in person must send their own password; a token does not need one. The caller needs every permission in the client's scopes.",
  tag: "Secrets",
  returns: json(clientSecretSchema, "The secret in clear text."),
  errors: ["conflict", "too_many_requests"],
  async run({ params, body, caller, cookie, info }) {
    const owner = { organizationId: caller.organizationId, clientId: params.client_id };
    await findClient(db(), owner.organizationId, owner.clientId);
    if (caller.kind === "user" && !caller.through) {
      const sent = { password: body.password, sessionId: readSessionId(cookie) };
      await confirmPerson(caller.userId, sent, info.ipAddress);
    }
    return transaction(async (tx) => {
      const current = await lockCaller(tx, caller, "secrets:read");
      const client = await lockClient(tx, owner.organizationId, owner.clientId);
      requireScopeAuthority(current, client.scopes);
      const row = await findLiveSecret(tx, owner, params.secret_id);
      if (!row) throw noSuchSecret();
      const clear = decryptSecret(owner.clientId, row);
      if (clear === null) {
        throw new ServiceError(
          "conflict",
          "Only the hash of this secret was imported, so it cannot be shown. Rotate it to get one that can.",
        );
      }
      await insertHolders(tx, [row.id], readersOf(caller));
      await recordChange(tx, caller, info, {
        action: "secret.revealed",
        target: `client:${owner.clientId}`,
        after: { secrets: [row.id] },
      });
      return { body: serializeSecret(row, clear) };
    });
  },
});

/** The client's row is locked first, so that two concurrent requests cannot revoke the last two live secrets. */
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
      await lockSecrets(owner, tx);
      const client = await lockClient(tx, owner.organizationId, owner.clientId);
      const row = await revokeSecretRow(tx, owner, params.secret_id);
      if (!row) throw noSuchSecret();
      // Thrown inside the transaction, which undoes the revocation.
      if ((await countLiveSecrets(tx, owner)) === 0)
        throw new ServiceError(
          "conflict",
          "This is the client's last live secret. Rotate the secret first, then revoke the old one.",
        );
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

// An old secret is safe to revoke after this time without use.
const IDLE_MS = 24 * 3_600_000;

/**
 * The facts about a live secret that determine the progress of a rotation. `lastUsedAt` is also of use for a sandbox
 * company: a test server would notice a revocation, too.
 */
export type SecretUse = Pick<SecretRow, "id" | "createdAt" | "lastUsedAt">;

/**
 * The progress of a rotation; null for fewer than two secrets. An old one is safe to revoke once the newest is in use
 * and the old one was neither used nor created within 24 hours. @param secrets the live ones, newest first
 */
export function rotationProgress(
  secrets: readonly SecretUse[],
  now: Date,
): ClientSecretListResponse["rotation"] {
  const [newest, ...others] = secrets;
  if (!newest || others.length === 0) return null;
  const inUse = newest.lastUsedAt !== null;
  const old = others.map(({ id, createdAt, lastUsedAt }) => {
    const idleSince = lastUsedAt ?? createdAt;
    const isSafe = inUse && now.getTime() - idleSince.getTime() >= IDLE_MS;
    return { id, idle_since: idleSince.toISOString(), safe_to_revoke: isSafe };
  });
  const inOldUse = old.every((secret) => secret.safe_to_revoke) ? "safe_to_revoke" : "old_in_use";
  return { state: inUse ? inOldUse : "waiting_for_first_use", newest_id: newest.id, old };
}
