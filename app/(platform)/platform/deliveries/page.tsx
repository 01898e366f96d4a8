import { DeliveriesScreen } from "@/components/platform/deliveries/deliveries-screen";
import { deliveriesQuery } from "@/lib/api/client/platform-queries";
import { deliveries, listDeliveries } from "@/lib/consent/deliveries/deliveries";
import { perform } from "@/lib/operation/perform";
import { listPage, listTitle } from "../list-page";

export const generateMetadata = listTitle("deliveries");

/** Notifications of extensions that have not been delivered. */
export default listPage({
  name: "deliveries",
  operation: listDeliveries,
  cursors: deliveries,
  toWrite: "extensions:write",
  read: async (caller, query) => ({
    ...(await perform(listDeliveries, { query, caller })),
    shown: {},
  }),
  keyOf: deliveriesQuery,
  Screen: DeliveriesScreen,
});
