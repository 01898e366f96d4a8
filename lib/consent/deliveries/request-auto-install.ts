import { insertDelivery } from "@/lib/consent/deliveries/repository";
import type { Database } from "@/lib/core/db/client";

/**
 * Stores the call that installs an extension without a browser: `POST {base_url}/fp/auto_install {company_id, code}`.
 * Each attempt issues a new code, since codes expire within a minute.
 */
export function requestAutoInstall(
  tx: Database,
  { clientId, companyId }: { clientId: string; companyId: number },
): Promise<string> {
  const subject = { companyId, organizationId: null };
  return insertDelivery(tx, { kind: "auto_install", clientId, subject });
}
