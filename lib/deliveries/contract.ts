import { z } from "zod";
import {
  deliveryListSchema,
  deliverySchema,
  listDeliveriesQuerySchema,
} from "@/lib/deliveries/schemas";
import { definePlatformContract } from "@/lib/kernel/http/contract";
import { idSchema } from "@/lib/kernel/schemas/id-schema";

const DELIVERIES = "/service/panel/authentication/v1.0/platform/deliveries";
const TAG = "Operators";

/** GET platform/deliveries. */
export const listDeliveriesContract = definePlatformContract({
  operationId: "listDeliveries",
  method: "GET",
  path: DELIVERIES,
  summary: "List pending and failed calls to extensions",
  description:
    "Lists the calls that notify extensions of an installation or a removal and have not arrived, newest first.",
  tag: TAG,
  platformPermission: "extensions:read",
  params: z.object({}),
  query: listDeliveriesQuerySchema,
  success: { status: 200, description: "A page of calls.", schema: deliveryListSchema },
});

/** POST platform/deliveries/{delivery_id}/retry. */
export const retryDeliveryContract = definePlatformContract({
  operationId: "retryDelivery",
  method: "POST",
  path: `${DELIVERIES}/{delivery_id}/retry`,
  summary: "Repeat a call to an extension now",
  description:
    "Makes the call due. An abandoned call is tried once more; one that is still repeated keeps its intervals.",
  tag: TAG,
  platformPermission: "extensions:write",
  params: z.object({ delivery_id: idSchema.meta({ description: "The call." }) }),
  success: { status: 200, description: "The call, which is due now.", schema: deliverySchema },
});
