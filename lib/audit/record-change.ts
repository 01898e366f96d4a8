import { actorOf, type Caller } from "@/lib/access/caller";
import { insertAuditRow } from "@/lib/audit/repository";
import { newId } from "@/lib/kernel/crypto/ids";
import type { Database } from "@/lib/kernel/db/client";
import type { RequestInfo } from "@/lib/kernel/http/request-info";
import type { JsonObject } from "@/lib/kernel/json";

/** A change as recorded in the audit log. `before` and `after` must not contain secrets. */
export type Change = {
  /** `client.created`, `secret.revealed`, … */
  action: string;
  /** `client:<id>`, `secret:<id>`. */
  target: string;
  before?: JsonObject;
  after?: JsonObject;
};

/** Records a change in the audit log, in the transaction of the change, so that neither exists without the other. */
export function recordChange(
  tx: Database,
  caller: Caller,
  info: RequestInfo,
  change: Change,
): Promise<void> {
  return insertAuditRow(tx, {
    organizationId: caller.organizationId,
    actor: actorOf(caller),
    ipAddress: info.ipAddress,
    requestId: info.requestId,
    ...change,
  });
}

/** Records a change made by an operator from the shell. */
export function recordOperatorChange(
  tx: Database,
  organizationId: string,
  change: Change,
): Promise<void> {
  const from = { ipAddress: null, requestId: newId() };
  return insertAuditRow(tx, { organizationId, actor: "operator:shell", ...from, ...change });
}
