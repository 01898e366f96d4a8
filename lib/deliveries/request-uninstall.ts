import type { Database } from "@/lib/db/client";
import { insertDelivery } from "@/lib/deliveries/repository";
import type { Subject } from "@/lib/oauth/subject";

/**
 * Stores the call that tells an extension it was removed by a company or an organization; made soon
 * after the commit.
 */
export function requestUninstall(
  tx: Database,
  { clientId, subject }: { clientId: string; subject: Subject },
): Promise<string> {
  return insertDelivery(tx, { kind: "uninstall", clientId, subject });
}
