import { type Caller, may } from "@/lib/access/caller";
import { recordDeniedAccess } from "@/lib/audit/record-denied-access";
import type { Contract } from "@/lib/kernel/http/contract";
import type { RequestInfo } from "@/lib/kernel/http/request-info";

/**
 * Whether the caller may open the page of an operation. A denied attempt is recorded in the audit log, like a denied
 * request.
 * @param clientId the client of the page, if any
 */
export async function mayOpen(
  caller: Caller,
  { operationId, permission }: Contract,
  info: RequestInfo,
  clientId?: string,
): Promise<boolean> {
  if (may(caller, permission)) return true;
  await recordDeniedAccess(caller, info, { operation: operationId, permission, clientId });
  return false;
}
