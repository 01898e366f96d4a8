import { forbidden, notFound } from "next/navigation";
import type { PlatformPermission } from "@/lib/core/permissions/platform-permissions";
import { requireSession } from "@/lib/identity/sessions/current-session";
import { mayOnPlatform, type PlatformCaller } from "@/lib/operation/access/platform-caller";

/** A signed-in member of the platform's staff. */
export type OperatorCaller = PlatformCaller & { kind: "operator" };

/**
 * The operator on a page of the platform; the page does not exist for anyone else.
 * @param permission what the page needs
 */
export async function requireOperator(
  permission: PlatformPermission,
  returnPath: string,
): Promise<OperatorCaller> {
  const { userId, operatorRole } = await requireSession(returnPath);
  if (!operatorRole) notFound();
  const caller: OperatorCaller = { kind: "operator", userId, role: operatorRole };
  if (!mayOnPlatform(caller, permission)) forbidden();
  return caller;
}
