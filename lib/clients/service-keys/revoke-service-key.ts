import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { KEYS, noSuchServiceKey, ofKey, TAG } from "@/lib/clients/service-keys/paths";
import { lockServiceKey, revokeKeyRow } from "@/lib/clients/service-keys/repository";
import { serviceKeySchema } from "@/lib/clients/service-keys/schemas";
import { serializeServiceKey } from "@/lib/clients/service-keys/serialize";
import { transaction } from "@/lib/core/db/client";
import { platform } from "@/lib/operation/access";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/**
 * Ends a service key, its secrets and its tokens at once. Revoking it again changes nothing.
 * @throws ServiceError forbidden, not_found
 */
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
      if (!key) throw noSuchServiceKey();
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
