import type { Database } from "@/lib/db/client";
import { insertDelivery } from "@/lib/deliveries/repository";

/** Stores the call that tells an extension it was removed; made soon after the commit. */
export function requestUninstall(
  tx: Database,
  { clientId, companyId }: { clientId: string; companyId: number },
): Promise<string> {
  return insertDelivery(tx, { kind: "uninstall", clientId, companyId });
}
