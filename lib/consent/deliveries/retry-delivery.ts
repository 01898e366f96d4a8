import { z } from "zod";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { DELIVERIES, serializeDelivery, TAG } from "@/lib/consent/deliveries/delivery";
import { wakeDeliveryWorker } from "@/lib/consent/deliveries/delivery-worker";
import { makeDue } from "@/lib/consent/deliveries/platform-repository";
import { deliverySchema } from "@/lib/consent/deliveries/schemas";
import { transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { idSchema } from "@/lib/core/schemas/id-schema";
import { platform } from "@/lib/operation/access";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/**
 * Repeats a call to an extension now instead of later or never.
 * @throws ServiceError forbidden, insufficient_scope, not_found for a call that arrived
 */
export const retryDelivery = operation({
  id: "retryDelivery",
  request: {
    route: `POST ${DELIVERIES}/{delivery_id}/retry`,
    params: z.object({ delivery_id: idSchema.meta({ description: "The call." }) }),
  },
  access: platform("extensions:write"),
  summary: "Repeat a call to an extension now",
  description:
    "Makes the call due. An abandoned call is tried once more; one that is still repeated keeps its intervals.",
  tag: TAG,
  returns: json(deliverySchema, "The call, which is due now."),
  async run({ params, caller, info }) {
    const row = await transaction(async (tx) => {
      const dueDelivery = await makeDue(tx, params.delivery_id);
      if (!dueDelivery) {
        const message =
          "No call with this id waits. It may have arrived meanwhile: list the calls.";
        throw new ServiceError("not_found", message);
      }
      await recordPlatformChange(tx, platformActor(caller), info, {
        action: "delivery.retried",
        target: `client:${dueDelivery.clientId}`,
        after: {
          delivery_id: dueDelivery.id,
          kind: dueDelivery.kind,
          attempts: dueDelivery.attempts,
        },
      });
      return dueDelivery;
    });
    wakeDeliveryWorker();
    return { body: serializeDelivery(row) };
  },
});
