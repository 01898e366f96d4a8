import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { listDeliveriesContract } from "@/lib/deliveries/contract";
import { listDeliveryRows } from "@/lib/deliveries/platform-repository";
import { serializeDelivery } from "@/lib/deliveries/serialize";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { cursorPage, readCursor } from "@/lib/kernel/http/cursor-page";

type Contract = typeof listDeliveriesContract;

/** Sorts after every id, which are hexadecimal. */
const AFTER_ALL_IDS = "z";

/**
 * Lists calls to extensions that have not succeeded yet, newest first.
 * @throws ServiceError forbidden, insufficient_scope, invalid_request for a forged cursor
 */
export async function listDeliveries({
  query,
  caller,
}: Pick<PlatformContext<Contract>, "query" | "caller">): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, listDeliveriesContract.platformPermission);
  const before = readCursor("deliveries", query.cursor, AFTER_ALL_IDS);
  const found = await listDeliveryRows(before, query);
  const { rows, page } = cursorPage("deliveries", query.limit, found, ({ id }) => id);
  return { body: { items: rows.map(serializeDelivery), page } };
}
