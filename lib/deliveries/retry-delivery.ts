import type { PlatformContext } from "@/lib/access/operation-context";
import { platformActor, requirePlatformPermission } from "@/lib/access/platform-caller";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { retryDeliveryContract } from "@/lib/deliveries/contract";
import { wakeDeliveryWorker } from "@/lib/deliveries/delivery-worker";
import { makeDue } from "@/lib/deliveries/platform-repository";
import { serializeDelivery } from "@/lib/deliveries/serialize";
import { transaction } from "@/lib/kernel/db/client";
import { ServiceError } from "@/lib/kernel/errors";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof retryDeliveryContract;

/**
 * Repeats a call to an extension now instead of later or never.
 * @throws ServiceError forbidden, insufficient_scope, not_found for a call that arrived
 */
export async function retryDelivery({
  params,
  caller,
  info,
}: Pick<PlatformContext<Contract>, "params" | "caller" | "info">): Promise<
  ContractOutput<Contract>
> {
  requirePlatformPermission(caller, retryDeliveryContract.platformPermission);
  const row = await transaction(async (tx) => {
    const due = await makeDue(tx, params.delivery_id);
    if (!due) {
      const message = "No call with this id waits. It may have arrived meanwhile: list the calls.";
      throw new ServiceError("not_found", message);
    }
    await recordPlatformChange(tx, platformActor(caller), info, {
      action: "delivery.retried",
      target: `client:${due.clientId}`,
      after: { delivery_id: due.id, kind: due.kind, attempts: due.attempts },
    });
    return due;
  });
  wakeDeliveryWorker();
  return { body: serializeDelivery(row) };
}
