import { insertDelivery } from "@/lib/consent/deliveries/repository";
import type { Database } from "@/lib/core/db/client";
import type { RequestInfo } from "@/lib/core/http/request-info";
import type { Subject } from "@/lib/core/subject";

/** The trace that a call to an extension belongs to: that of the request that caused it. */
export type CallTrace = Pick<RequestInfo, "traceparent">;

/**
 * Stores the call that notifies an extension of its removal by a company or an organization; made soon after the
 * commit. Returns its id; null, here and below, for an extension without a base URL, which is not called.
 */
export function requestUninstall(
  tx: Database,
  call: { clientId: string; subject: Subject } & CallTrace,
): Promise<string | null> {
  return insertDelivery(tx, { kind: "uninstall", ...call });
}

/**
 * Stores the call that installs an extension without a browser: `POST {base_url}/fp/auto_install {company_id, code}`.
 * Each attempt issues a new code, since codes expire within a minute.
 */
export function requestAutoInstall(
  tx: Database,
  { companyId, ...call }: { clientId: string; companyId: number } & CallTrace,
): Promise<string | null> {
  const subject = { companyId, organizationId: null };
  return insertDelivery(tx, { kind: "auto_install", subject, ...call });
}
