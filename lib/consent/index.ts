import { listDeliveries, retryDelivery } from "@/lib/consent/deliveries/deliveries";

/** The operations of this room, in the order of the API reference. */
export const operations = [listDeliveries, retryDelivery] as const;
