import { actorOf, type Caller } from "@/lib/access/caller";
import { recordChange } from "@/lib/audit/record-change";
import { isId } from "@/lib/kernel/crypto/ids";
import { db } from "@/lib/kernel/db/client";
import type { RequestInfo } from "@/lib/kernel/http/request-info";
import type { Permission } from "@/lib/kernel/permissions";
import { processState } from "@/lib/kernel/process-state";

const QUIET_MS = 60_000;
const MOST_REMEMBERED = 1_000;

/** What a caller was refused for lack of a permission. */
export type DeniedAccess = {
  /** Operation of the API, or the one that a page would have called. */
  operation: string;
  permission: Permission;
  /** The client that the path named, if any; it need not exist. */
  clientId?: string | undefined;
};

/**
 * Leaves an audit row `access.refused` in the caller's organization. The same caller and operation leave
 * one in a minute, whatever the client, so that a flood does not fill the table.
 */
export async function recordDeniedAccess(
  caller: Caller,
  info: RequestInfo,
  { operation, permission, clientId }: DeniedAccess,
): Promise<void> {
  if (!isFirstInAMinute(`${caller.organizationId} ${actorOf(caller)} ${operation}`)) return;
  const namesClient = clientId !== undefined && isId(clientId);
  await recordChange(db(), caller, info, {
    action: "access.refused",
    target: namesClient ? `client:${clientId}` : `operation:${operation}`,
    after: { operation, permission },
  });
}

// In memory: a flood then costs no query either. Each process counts for itself.
function isFirstInAMinute(key: string): boolean {
  const quietUntil = processState("refused-access", () => new Map<string, number>());
  const now = Date.now();
  if ((quietUntil.get(key) ?? 0) > now) return false;
  if (quietUntil.size >= MOST_REMEMBERED) {
    for (const [old, until] of quietUntil) if (until <= now) quietUntil.delete(old);
  }
  quietUntil.set(key, now + QUIET_MS);
  return true;
}
