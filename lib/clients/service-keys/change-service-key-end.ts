import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { KEYS, noSuchServiceKey, ofKey, TAG } from "@/lib/clients/service-keys/paths";
import { lockServiceKey, moveEnd } from "@/lib/clients/service-keys/repository";
import { changeServiceKeyEndSchema, serviceKeySchema } from "@/lib/clients/service-keys/schemas";
import { serializeServiceKey } from "@/lib/clients/service-keys/serialize";
import { transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { platform } from "@/lib/operation/access";
import { lockPlatformCaller } from "@/lib/operation/access/lock-caller";
import { platformActor, requirePlatformPermission } from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/**
 * Changes when the secrets of a service key end that have an end. A later end needs a reason.
 * @throws ServiceError forbidden, not_found, conflict if no secret of the key ends, invalid_request without a reason
 */
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
      if (!key) throw noSuchServiceKey();
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
