import type { BulkActionInput, BulkResult } from "@/lib/clients/bulk/schemas";
import type { ClientRow } from "./client-views";

/** An action on the selected clients. */
export type BulkChange = Omit<BulkActionInput, "client_ids">;

/** The result for one client. */
export interface BulkOutcomeItem {
  clientId: string;
  name: string;
  outcome: BulkResult["items"][number]["outcome"];
  /** Why it was rejected, or null. */
  message: string | null;
}

/** The result of changing several clients. */
export interface BulkOutcome {
  change: BulkChange;
  items: readonly BulkOutcomeItem[];
}

/** The API's answer, with the names that the clients had when they were chosen. */
export function presentBulkOutcome(
  change: BulkChange,
  chosen: readonly ClientRow[],
  { items }: BulkResult,
): BulkOutcome {
  const names = new Map(chosen.map(({ clientId, name }) => [clientId, name]));
  return {
    change,
    items: items.map(({ client_id, outcome, message }) => ({
      clientId: client_id,
      name: names.get(client_id) ?? client_id,
      outcome,
      message,
    })),
  };
}
