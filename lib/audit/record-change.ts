import { actorOf, type Caller } from "@/lib/access/caller";
import { insertAuditRow } from "@/lib/audit/repository";
import { newId } from "@/lib/kernel/crypto/ids";
import type { Database } from "@/lib/kernel/db/client";
import type { RequestInfo } from "@/lib/kernel/http/request-info";
import type { JsonObject } from "@/lib/kernel/json";

/** A change as audit rows hold it. `before` and `after` must hold no secret. */
export type Change = {
  /** `client.created`, `secret.revealed`, … */
  action: string;
  /** `client:<id>`, `secret:<id>`. */
  target: string;
  before?: JsonObject;
  after?: JsonObject;
};

/** Leaves an audit row in the transaction that makes the change, so that neither is there alone. */
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

/** Records a change that an operator made from the shell. */
export function recordOperatorChange(
  tx: Database,
  organizationId: string,
  change: Change,
): Promise<void> {
  const from = { ipAddress: null, requestId: newId() };
  return insertAuditRow(tx, { organizationId, actor: "operator:shell", ...from, ...change });
}
