import { z } from "zod";
import { type Origin, recordPlatformChange } from "@/lib/audit/record-change";
import {
  findServiceKeys,
  insertServiceKey,
  lockServiceKey,
  moveEnd,
  replaceSecret,
  revokeKeyRow,
  type ServiceKeyRow,
  type StoredSecret,
} from "@/lib/clients/service-keys/repository";
import {
  changeServiceKeyEndSchema,
  createServiceKeySchema,
  newServiceKeySchema,
  rotateServiceKeySchema,
  secretSchema,
  serviceKeyListSchema,
  serviceKeySchema,
} from "@/lib/clients/service-keys/schemas";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { newToken } from "@/lib/core/crypto/tokens";
import { type Database, transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { fullName } from "@/lib/core/full-name";
import { isServiceScope, type ServiceScope } from "@/lib/core/permissions/platform-permissions";
import { idSchema } from "@/lib/core/schemas/id-schema";
import { toWire } from "@/lib/core/schemas/to-wire";
import { ownKeyOrPlatform, platform } from "@/lib/operation/access";
import { lockPlatformCaller } from "@/lib/operation/access/lock-caller";
import {
  type PlatformCaller,
  platformActor,
  requireOwnKeyOrPermission,
  requirePlatformPermission,
} from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

const KEYS = "/service/panel/authentication/v1.0/platform/service-keys";
const TAG = "Service keys";

const ofKey = z.object({
  client_id: idSchema.meta({ description: "The service key." }),
});

function serializeServiceKey(row: ServiceKeyRow): z.input<typeof serviceKeySchema> {
  return {
    ...toWire(row, serviceKeySchema),
    client_id: row.id,
    scopes: row.scopes.filter(isServiceScope),
    created_by: fullName(row.creator),
    secrets: row.secrets.map((secret) => ({
      ...toWire(secret, secretSchema),
      seen_by_former_operator: secret.viewer !== null && secret.viewer.operatorRole !== "operator",
    })),
  };
}

export const listServiceKeys = operation({
  id: "listServiceKeys",
  request: { route: `GET ${KEYS}` },
  access: platform("keys:read"),
  summary: "List service keys",
  description: "Returns every service key, revoked ones included, without their secrets.",
  tag: TAG,
  returns: json(serviceKeyListSchema, "The service keys."),
  async run() {
    return { body: { items: (await findServiceKeys()).map(serializeServiceKey) } };
  },
});

type NewServiceKey = { name: string; scopes: ServiceScope[] };

export const createServiceKey = operation({
  id: "createServiceKey",
  request: { route: `POST ${KEYS}`, body: createServiceKeySchema },
  access: platform("keys:write"),
  summary: "Create a service key",
  description:
    "Creates a key for a backend or gateway of the platform and returns its secret, which is shown only once. A key with `platform/gate` has no other scope.",
  tag: TAG,
  returns: json(newServiceKeySchema, "The key with its secret.", { status: 201 }),
  run({ body, caller, info }) {
    return transaction(async (tx) => {
      await lockPlatformCaller(tx, caller, "keys:write");
      const { row, clear } = await insertKey(tx, body, caller, info);
      return { body: { ...serializeServiceKey(row), client_secret: clear } };
    });
  },
});

/** Creates a service key as the shell does, in a transaction. @returns its id and its secret */
export async function createServiceKeyFromShell(
  tx: Database,
  key: NewServiceKey,
): Promise<{ clientId: string; clientSecret: string }> {
  const info = { ipAddress: null, requestId: newId() };
  const { row, clear } = await insertKey(tx, key, { kind: "shell" }, info);
  return { clientId: row.id, clientSecret: clear };
}

async function insertKey(
  tx: Database,
  key: NewServiceKey,
  caller: PlatformCaller,
  info: Origin,
): Promise<{ row: ServiceKeyRow; clear: string }> {
  const createdBy = caller.kind === "operator" ? caller.userId : null;
  const { clear, stored } = newServiceSecret(createdBy);
  const row = await insertServiceKey(tx, { ...key, createdBy }, stored);
  await recordPlatformChange(tx, platformActor(caller), info, {
    action: "service_key.created",
    target: `service_key:${row.id}`,
    after: { name: key.name, scopes: key.scopes },
  });
  return { row, clear };
}

const SHOWN = 4;

/** A new secret for a service key: in clear text for the response, and as it is stored. */
function newServiceSecret(seenBy: string | null): { clear: string; stored: StoredSecret } {
  const clear = newToken("secret");
  const secretHash = new Uint8Array(sha256(clear));
  return { clear, stored: { secretHash, lastFour: clear.slice(-SHOWN), seenBy } };
}

/** Everyone who has seen the secret with which a key rotates itself counts as having seen the new one. */
export const rotateServiceKey = operation({
  id: "rotateServiceKey",
  request: {
    route: `POST ${KEYS}/{client_id}/rotate`,
    params: ofKey,
    body: rotateServiceKeySchema,
  },
  access: ownKeyOrPlatform("keys:write"),
  summary: "Rotate a service key's secret",
  description:
    "Creates a new secret and returns it. The other secrets, and the tokens issued for them, end after the overlap. A service key may rotate itself with a token for a secret that has no end yet. Send an Idempotency-Key then, so that a lost response can be had again with that token.",
  tag: TAG,
  returns: json(newServiceKeySchema, "The key with its new secret.", { status: 201 }),
  errors: ["conflict"],
  run({ params, body, caller, info }) {
    const permission = "keys:write";
    requireOwnKeyOrPermission(caller, params.client_id, permission);
    return transaction(async (tx) => {
      await lockPlatformCaller(tx, caller, permission);
      const key = await lockServiceKey(tx, params.client_id);
      if (key.revokedAt) {
        throw new ServiceError("conflict", "This service key was revoked. Create a new one.");
      }
      const { clear, stored } = newServiceSecret(viewerOf(caller, key));
      const end = new Date(Date.now() + body.overlap_seconds * 1000);
      const row = await replaceSecret(tx, key.id, stored, end);
      await recordPlatformChange(tx, platformActor(caller), info, {
        action: "service_key.rotated",
        target: `service_key:${key.id}`,
        after: { overlap_seconds: body.overlap_seconds },
      });
      return { body: { ...serializeServiceKey(row), client_secret: clear } };
    });
  },
});

/** Who sees the new secret: an operator, or those who have seen the secret that the key uses. */
function viewerOf(caller: PlatformCaller, { secrets }: ServiceKeyRow): string | null {
  if (caller.kind === "operator") return caller.userId;
  if (caller.kind === "shell") return null;
  const presentedSecret = secrets.find(({ id }) => id === caller.secretId);
  if (presentedSecret && !presentedSecret.expiresAt) return presentedSecret.seenBy;
  const message =
    "The secret of this access token ends, so it cannot rotate the key. Use a token for the newest secret, or ask an operator.";
  throw new ServiceError("conflict", message);
}

export const changeServiceKeyEnd = operation({
  id: "changeServiceKeyEnd",
  request: { route: `PATCH ${KEYS}/{client_id}`, params: ofKey, body: changeServiceKeyEndSchema },
  access: platform("keys:write"),
  summary: "Change when a service key's secrets end",
  description:
    "Changes the end of the secrets that have one: a rotation replaced them, or the person who has seen them is no longer an operator. The tokens issued for them end with them.",
  tag: TAG,
  returns: json(serviceKeySchema, "The key."),
  errors: ["conflict"],
  run({ params, body, caller, info }) {
    const permission = "keys:write";
    requirePlatformPermission(caller, permission);
    return transaction(async (tx) => {
      await lockPlatformCaller(tx, caller, permission);
      const key = await lockServiceKey(tx, params.client_id);
      const ends = key.secrets.flatMap(({ expiresAt }) => expiresAt ?? []);
      const [first] = ends.sort((a, b) => a.getTime() - b.getTime());
      if (!first) {
        const message = "No secret of this key ends. Rotate the key to replace its secrets.";
        throw new ServiceError("conflict", message);
      }
      const end = new Date(Date.now() + body.overlap_seconds * 1000);
      if (end > first && body.reason === undefined) throw missingReason();
      const row = await moveEnd(tx, key.id, end);
      await recordPlatformChange(tx, platformActor(caller), info, {
        action: "service_key.end_changed",
        target: `service_key:${key.id}`,
        before: { ends_at: first.toISOString() },
        after: { ends_at: end.toISOString(), ...(body.reason && { reason: body.reason }) },
      });
      return { body: serializeServiceKey(row) };
    });
  },
});

function missingReason(): ServiceError {
  const message = "is required for a later end, because someone may still use these secrets";
  return new ServiceError("invalid_request", `The reason ${message}.`, {
    fields: [{ path: "reason", message }],
  });
}

export const revokeServiceKey = operation({
  id: "revokeServiceKey",
  request: { route: `DELETE ${KEYS}/{client_id}`, params: ofKey },
  access: platform("keys:write"),
  summary: "Revoke a service key",
  description: "Revokes the key, its secrets and its tokens at once and permanently.",
  tag: TAG,
  returns: json(serviceKeySchema, "The revoked key."),
  run({ params, caller, info }) {
    return transaction(async (tx) => {
      const key = await lockServiceKey(tx, params.client_id);
      if (key.revokedAt) return { body: serializeServiceKey(key) };
      const row = await revokeKeyRow(tx, key.id);
      await recordPlatformChange(tx, platformActor(caller), info, {
        action: "service_key.revoked",
        target: `service_key:${key.id}`,
        before: { name: key.name, scopes: key.scopes },
      });
      return { body: serializeServiceKey(row) };
    });
  },
});
