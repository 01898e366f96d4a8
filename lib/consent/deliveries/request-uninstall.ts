import { insertDelivery } from "@/lib/consent/deliveries/repository";
import type { Database } from "@/lib/core/db/client";
import type { Subject } from "@/lib/core/subject";

/**
 * Stores the call that notifies an extension of its removal by a company or an organization; made soon after the
 * commit.
 */
export function requestUninstall(
  tx: Database,
  { clientId, subject }: { clientId: string; subject: Subject },
): Promise<string> {
  return insertDelivery(tx, { kind: "uninstall", clientId, subject });
}
