import { DELIVERIES, serializeDelivery, TAG } from "@/lib/consent/deliveries/delivery";
import { listDeliveryRows } from "@/lib/consent/deliveries/platform-repository";
import { deliveryListSchema, listDeliveriesQuerySchema } from "@/lib/consent/deliveries/schemas";
import { cursorPage, readCursor } from "@/lib/core/http/cursor-page";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/** Newest first. "z" sorts after every id, which are hexadecimal. */
export const deliveries = { list: "deliveries", first: "z" };

/**
 * Lists calls to extensions that have not succeeded yet, newest first.
 * @throws ServiceError forbidden, insufficient_scope, invalid_request for a forged cursor
 */
export const listDeliveries = operation({
  id: "listDeliveries",
  request: { route: `GET ${DELIVERIES}`, query: listDeliveriesQuerySchema },
  access: platform("extensions:read"),
  summary: "List pending and failed calls to extensions",
  description: "Lists undelivered install and uninstall notifications, newest first.",
  tag: TAG,
  returns: json(deliveryListSchema, "A page of calls."),
  async run({ query }) {
    const before = readCursor(deliveries, query.cursor);
    const found = await listDeliveryRows(before, query);
    const { rows, page } = cursorPage(deliveries.list, query.limit, found, ({ id }) => id);
    return { body: { items: rows.map(serializeDelivery), page } };
  },
});
