import type { Change } from "@/lib/audit/record-change";
import { insertAuditRows } from "@/lib/audit/repository";
import type { Database } from "@/lib/core/db/client";
import type { RequestInfo } from "@/lib/core/http/request-info";

/**
 * Records a change of the platform in its audit log, in the transaction of the change: by an operator, a service key, or
 * a person of a company. Call it last in the transaction: until its end, no one else can record one.
 *
 * Texts in `before` and `after` under a personal name (`email`, `first_name`, `last_name`, `external_id`, …) are stored
 * so that they can be erased. A target `user:<id>` says whose they are.
 *
 * @param actor `operator:<user id>`, `service_key:<key id>` or `user:<user id>`
 */
export function recordPlatformChange(
  tx: Database,
  actor: string,
  info: Pick<RequestInfo, "ipAddress" | "requestId">,
  change: Change,
): Promise<void> {
  return recordPlatformChanges(tx, actor, info, [change]);
}

/** Like {@link recordPlatformChange}, for several changes at once. */
export function recordPlatformChanges(
  tx: Database,
  actor: string,
  { ipAddress, requestId }: Pick<RequestInfo, "ipAddress" | "requestId">,
  changes: readonly Change[],
): Promise<void> {
  const rows = changes.map((change) => ({
    organizationId: null,
    actor,
    ipAddress,
    requestId,
    ...change,
  }));
  return insertAuditRows(tx, rows);
}
