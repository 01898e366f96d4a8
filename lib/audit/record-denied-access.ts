import { type Change, recordChange, recordPlatformChange } from "@/lib/audit/record-change";
import { db } from "@/lib/core/db/client";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { rateLimit } from "@/lib/core/limits/rate-limit";
import type { Permission } from "@/lib/core/permissions/permissions";
import type { PlatformPermission } from "@/lib/core/permissions/platform-permissions";
import { isClientId } from "@/lib/core/schemas/id-forms";
import type { Access } from "@/lib/operation/access";
import { actorOf, type Caller, may } from "@/lib/operation/access/caller";

const isFirstInAMinute = rateLimit("denied-access", 1, 60_000);

export type DeniedAccess = {
  /** The operation of the API, or the one that the page would have run. */
  operation: string;
  permission: Permission | PlatformPermission;
  /** The client in the path, if any; it need not exist. */
  clientId?: string | undefined;
};

/**
 * Records `access.refused` in the audit log of the caller's organization. Repeated denials of the same operation within
 * a minute are recorded once, whatever the client, so that a flood does not fill the table.
 */
export async function recordDeniedAccess(
  caller: Caller,
  info: RequestInfo,
  denied: DeniedAccess,
): Promise<void> {
  if (!isFirstInAMinute(`${caller.organizationId} ${actorOf(caller)} ${denied.operation}`)) return;
  await recordChange(db(), caller, info, changeOf(denied));
}

/** Like {@link recordDeniedAccess}, in the platform's audit log. @param actor as in {@link recordPlatformChange} */
export async function recordDeniedPlatformAccess(
  actor: string,
  info: RequestInfo,
  denied: DeniedAccess,
): Promise<void> {
  if (!isFirstInAMinute(`platform ${actor} ${denied.operation}`)) return;
  await recordPlatformChange(db(), actor, info, changeOf(denied));
}

function changeOf({ operation, permission, clientId }: DeniedAccess): Change {
  const namesClient = clientId !== undefined && isClientId(clientId);
  return {
    action: "access.refused",
    target: namesClient ? `client:${clientId}` : `operation:${operation}`,
    after: { operation, permission },
  };
}

/**
 * Whether the caller may open the page of an operation. A denied attempt is recorded in the audit log, like a denied
 * request.
 */
export async function mayOpen(
  caller: Caller,
  { id, access }: { id: string; access: Access<"organization"> },
  info: RequestInfo,
): Promise<boolean> {
  if (may(caller, access.permission)) return true;
  await recordDeniedAccess(caller, info, { operation: id, permission: access.permission });
  return false;
}
