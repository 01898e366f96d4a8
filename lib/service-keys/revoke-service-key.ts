import type { PlatformContext } from "@/lib/access/operation-context";
import { platformActor, requirePlatformPermission } from "@/lib/access/platform-caller";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { transaction } from "@/lib/kernel/db/client";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { revokeServiceKeyContract } from "@/lib/service-keys/contract";
import { noSuchServiceKey } from "@/lib/service-keys/no-such-service-key";
import { lockServiceKey, revokeKeyRow } from "@/lib/service-keys/repository";
import { serializeServiceKey } from "@/lib/service-keys/serialize";

type Contract = typeof revokeServiceKeyContract;

/**
 * Ends a service key, its secrets and its tokens at once. Revoking it again changes nothing.
 * @throws ServiceError forbidden, not_found
 */
export function revokeServiceKey({
  params,
  caller,
  info,
}: Pick<PlatformContext<Contract>, "params" | "caller" | "info">): Promise<
  ContractOutput<Contract>
> {
  requirePlatformPermission(caller, revokeServiceKeyContract.platformPermission);
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
}
