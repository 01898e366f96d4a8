import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { newServiceSecret } from "@/lib/clients/service-keys/create-service-key";
import { KEYS, noSuchServiceKey, ofKey, TAG } from "@/lib/clients/service-keys/paths";
import {
  lockServiceKey,
  replaceSecret,
  type ServiceKeyRow,
} from "@/lib/clients/service-keys/repository";
import { newServiceKeySchema, rotateServiceKeySchema } from "@/lib/clients/service-keys/schemas";
import { serializeServiceKey } from "@/lib/clients/service-keys/serialize";
import { transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { ownKeyOrPlatform } from "@/lib/operation/access";
import { lockPlatformCaller } from "@/lib/operation/access/lock-caller";
import {
  type PlatformCaller,
  platformActor,
  requireOwnKeyOrPermission,
} from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/**
 * Replaces the secret of a service key. The other secrets end after the overlap, and their tokens with them. A key that
 * rotates itself needs a token for a secret without an end, and everyone who has seen that secret counts as having seen the
 * new one.
 * @throws ServiceError forbidden, not_found, conflict for a revoked key and for a token of a secret that ends
 */
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
      if (!key) throw noSuchServiceKey();
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
