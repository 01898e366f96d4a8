import { recordDeniedAccess } from "@/lib/audit/record-denied-access";
import type { RequestInfo } from "@/lib/core/http/request-info";
import type { Access } from "@/lib/operation/access";
import { type Caller, may } from "@/lib/operation/access/caller";

/**
 * Whether the caller may open the page of an operation. A denied attempt is recorded in the audit log, like a denied
 * request.
 * @param clientId the client of the page, if any
 */
export async function mayOpen(
  caller: Caller,
  { id, access }: { id: string; access: Access<"organization"> },
  info: RequestInfo,
  clientId?: string,
): Promise<boolean> {
  if (may(caller, access.permission)) return true;
  await recordDeniedAccess(caller, info, {
    operation: id,
    permission: access.permission,
    clientId,
  });
  return false;
}
