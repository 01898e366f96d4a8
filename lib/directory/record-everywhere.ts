import { type PlatformCaller, platformActor } from "@/lib/access/platform-caller";
import { type Change, recordChange } from "@/lib/audit/record-change";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import type { Database } from "@/lib/kernel/db/client";
import type { RequestInfo } from "@/lib/kernel/http/request-info";

/**
 * Records a change by the platform in its audit log, and in that of the organization concerned, if any. Call it last in
 * the transaction.
 */
export async function recordEverywhere(
  tx: Database,
  by: { caller: PlatformCaller; info: RequestInfo; organizationId?: string | undefined },
  change: Change,
): Promise<void> {
  const { caller, info, organizationId } = by;
  const actor = platformActor(caller);
  if (organizationId !== undefined) {
    await recordChange(tx, { kind: "platform", organizationId, actor }, info, change);
  }
  await recordPlatformChange(tx, actor, info, change);
}
