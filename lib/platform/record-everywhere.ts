import { type Change, recordPlatformActs } from "@/lib/audit/record-change";
import { recordPlatformChanges } from "@/lib/audit/record-platform-change";
import type { PlatformEntry } from "@/lib/audit/store-outcome";
import type { Database } from "@/lib/core/db/client";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { type PlatformCaller, platformActor } from "@/lib/operation/access/platform-caller";

/** The actor in audit entries of the platform: `operator:<user id>` or `service_key:<key id>`. */
export type PlatformOrigin = {
  actor: string;
  info: Pick<RequestInfo, "ipAddress" | "requestId">;
};

/**
 * Records a change by the platform in its audit log, and in that of the organization concerned, if any. Call it last in
 * the transaction.
 */
export function recordEverywhere(
  tx: Database,
  by: { caller: PlatformCaller; info: RequestInfo; organizationId?: string | undefined },
  change: Change,
): Promise<void> {
  const { caller, info, organizationId } = by;
  const origin = { actor: platformActor(caller), info };
  return recordAllEverywhere(tx, origin, [{ ...change, organizationId }]);
}

/** Like {@link recordEverywhere}, for many changes at once, with one statement for each log. */
export async function recordAllEverywhere(
  tx: Database,
  { actor, info }: PlatformOrigin,
  entries: readonly PlatformEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const ofOrganizations = entries.flatMap(({ organizationId, ...change }) =>
    organizationId === undefined ? [] : [{ organizationId, ...change }],
  );
  await recordPlatformActs(tx, actor, info, ofOrganizations);
  const changes = entries.map(({ organizationId, ...change }) => change);
  await recordPlatformChanges(tx, actor, info, changes);
}
