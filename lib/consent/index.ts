import { listDeliveries } from "@/lib/consent/deliveries/list-deliveries";
import { retryDelivery } from "@/lib/consent/deliveries/retry-delivery";

/** The operations of this room, in the order of the API reference. */
export const operations = [listDeliveries, retryDelivery] as const;
