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
