import { lockPlatformCaller } from "@/lib/access/lock-platform-caller";
import type { PlatformContext } from "@/lib/access/operation-context";
import { platformActor, requirePlatformPermission } from "@/lib/access/platform-caller";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { transaction } from "@/lib/kernel/db/client";
import { ServiceError } from "@/lib/kernel/errors";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { rotateServiceKeyContract } from "@/lib/service-keys/contract";
import { newServiceSecret } from "@/lib/service-keys/new-secret";
import { noSuchServiceKey } from "@/lib/service-keys/no-such-service-key";
import { lockServiceKey, replaceSecret } from "@/lib/service-keys/repository";
import { serializeServiceKey } from "@/lib/service-keys/serialize";

type Contract = typeof rotateServiceKeyContract;

/**
 * Replaces the secret of a service key. The other secrets end after the overlap, and their tokens with them.
 * @throws ServiceError forbidden, not_found, conflict for a revoked key
 */
export function rotateServiceKey({
  params,
  body,
  caller,
  info,
}: PlatformContext<Contract>): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, rotateServiceKeyContract.platformPermission);
  return transaction(async (tx) => {
    await lockPlatformCaller(tx, caller, rotateServiceKeyContract.platformPermission);
    const key = await lockServiceKey(tx, params.client_id);
    if (!key) throw noSuchServiceKey();
    if (key.revokedAt) {
      throw new ServiceError("conflict", "This service key was revoked. Create a new one.");
    }
    const { clear, stored } = newServiceSecret(caller.kind === "operator" ? caller.userId : null);
    const end = new Date(Date.now() + body.overlap_seconds * 1000);
    const row = await replaceSecret(tx, key.id, stored, end);
    await recordPlatformChange(tx, platformActor(caller), info, {
      action: "service_key.rotated",
      target: `service_key:${key.id}`,
      after: { overlap_seconds: body.overlap_seconds },
    });
    return { body: { ...serializeServiceKey(row), client_secret: clear } };
  });
}
