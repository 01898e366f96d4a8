import { revokeGrants } from "@/lib/consent/grants/revoke-grants";
import type { Database } from "@/lib/core/db/client";
import type { Caller } from "@/lib/operation/access/caller";

/**
 * Revokes everything that companies granted to a client of the caller's organization, in the
 * transaction that deletes it.
 * @returns how many grants were live
 */
export function revokeClientGrants(
  tx: Database,
  caller: Caller,
  clientId: string,
): Promise<number> {
  return revokeGrants(tx, {
    ofClientOwnedBy: caller.organizationId,
    clientId,
    userId: caller.kind === "user" ? caller.userId : null,
  });
}
