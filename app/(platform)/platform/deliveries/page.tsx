import { DeliveriesScreen } from "@/components/platform/deliveries/deliveries-screen";
import { deliveries, listDeliveries } from "@/lib/consent/deliveries/deliveries";
import { listPage, listTitle } from "../list-page";

export const generateMetadata = listTitle("deliveries");

/** Notifications of extensions that have not been delivered. */
export default listPage({
  name: "deliveries",
  of: { list: listDeliveries, cursors: deliveries },
  toWrite: "extensions:write",
  Screen: DeliveriesScreen,
});
