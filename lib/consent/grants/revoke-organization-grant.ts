import { requestUninstall } from "@/lib/consent/deliveries/request-uninstall";
import { revokeGrants } from "@/lib/consent/grants/revoke-grants";
import type { Database } from "@/lib/core/db/client";
import type { Caller } from "@/lib/operation/access/caller";

/**
 * Revokes what the caller's organization granted a client. All codes and tokens stop working at once, and an
 * uninstall call is stored; wake the delivery worker after the commit.
 * @returns false if nothing was granted
 */
export async function revokeOrganizationGrant(
  tx: Database,
  caller: Caller,
  clientId: string,
): Promise<boolean> {
  const { organizationId } = caller;
  const givenBy = { companyId: null, organizationId };
  const userId = caller.kind === "user" ? caller.userId : null;
  if ((await revokeGrants(tx, { givenBy, clientId, userId })) === 0) return false;
  await requestUninstall(tx, { clientId, subject: givenBy });
  return true;
}
