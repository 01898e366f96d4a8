import { lockPlatformCaller } from "@/lib/access/lock-platform-caller";
import type { PlatformContext } from "@/lib/access/operation-context";
import { platformActor, requirePlatformPermission } from "@/lib/access/platform-caller";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { transaction } from "@/lib/kernel/db/client";
import { ServiceError } from "@/lib/kernel/errors";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { changeServiceKeyEndContract } from "@/lib/service-keys/contract";
import { noSuchServiceKey } from "@/lib/service-keys/no-such-service-key";
import { lockServiceKey, moveEnd } from "@/lib/service-keys/repository";
import { serializeServiceKey } from "@/lib/service-keys/serialize";

type Contract = typeof changeServiceKeyEndContract;

/**
 * Changes when the secrets of a service key end that have an end. A later end needs a reason.
 * @throws ServiceError forbidden, not_found, conflict if no secret of the key ends, invalid_request without a reason
 */
export function changeServiceKeyEnd({
  params,
  body,
  caller,
  info,
}: PlatformContext<Contract>): Promise<ContractOutput<Contract>> {
  const permission = changeServiceKeyEndContract.platformPermission;
  requirePlatformPermission(caller, permission);
  return transaction(async (tx) => {
    await lockPlatformCaller(tx, caller, permission);
    const key = await lockServiceKey(tx, params.client_id);
    if (!key) throw noSuchServiceKey();
    const ends = key.secrets.flatMap(({ expiresAt }) => expiresAt ?? []);
    const [first] = ends.sort((one, other) => one.getTime() - other.getTime());
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
}

function missingReason(): ServiceError {
  const message = "is required for a later end, because someone may still use these secrets";
  return new ServiceError("invalid_request", `The reason ${message}.`, {
    fields: [{ path: "reason", message }],
  });
}
