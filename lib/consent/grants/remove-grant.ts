import { wakeDeliveryWorker } from "@/lib/consent/deliveries/delivery-worker";
import { type CallTrace, requestUninstall } from "@/lib/consent/deliveries/request-call";
import { revokeGrants } from "@/lib/consent/grants/revoke-grants";
import { type Database, transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import type { Caller } from "@/lib/operation/access/caller";

/**
 * Revokes a company's grant. All codes and tokens stop working at once, and the extension receives an uninstall call.
 * @returns id of the uninstall call; null if the extension has no address
 * @throws ServiceError not_found when nothing is granted
 */
export async function removeGrant(
  of: { companyId: number; clientId: string; userId: string },
  trace?: CallTrace,
): Promise<string | null> {
  const deliveryId = await transaction((tx) => removeGrantIn(tx, of, trace));
  wakeDeliveryWorker();
  return deliveryId;
}

/**
 * Like {@link removeGrant}, in a transaction; wake the delivery worker after the commit.
 * @param of `userId` is null for a service key
 */
export async function removeGrantIn(
  tx: Database,
  of: { companyId: number; clientId: string; userId: string | null },
  { traceparent }: CallTrace = {},
): Promise<string | null> {
  const { companyId, clientId, userId } = of;
  const givenBy = { companyId, organizationId: null };
  if ((await revokeGrants(tx, { clientId, userId, givenBy })) === 0) {
    throw new ServiceError("not_found", "The company has not granted this extension anything.");
  }
  return requestUninstall(tx, { clientId, subject: givenBy, traceparent });
}

/**
 * Revokes what the caller's organization granted a client. All codes and tokens stop working at once, and an
 * uninstall call is stored; wake the delivery worker after the commit.
 * @returns false if nothing was granted
 */
export async function revokeOrganizationGrant(
  tx: Database,
  caller: Caller,
  clientId: string,
  { traceparent }: CallTrace = {},
): Promise<boolean> {
  const { organizationId } = caller;
  const givenBy = { companyId: null, organizationId };
  const userId = caller.kind === "user" ? caller.userId : null;
  if ((await revokeGrants(tx, { givenBy, clientId, userId })) === 0) return false;
  await requestUninstall(tx, { clientId, subject: givenBy, traceparent });
  return true;
}
