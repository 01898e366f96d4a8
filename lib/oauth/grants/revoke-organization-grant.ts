import type { Caller } from "@/lib/auth/caller";
import type { Database } from "@/lib/db/client";
import { revokeGrants } from "@/lib/oauth/grants/revoke-repository";

/**
 * Takes back what the caller's organization granted a client: all codes and tokens stop at once. The
 * extension gets no call: its uninstall address takes a company (document 4.2).
 * @returns whether something was granted
 */
export async function revokeOrganizationGrant(
  tx: Database,
  caller: Caller,
  clientId: string,
): Promise<boolean> {
  const { organizationId } = caller;
  const count = await revokeGrants(tx, {
    givenBy: { companyId: null, organizationId },
    clientId,
    userId: caller.kind === "user" ? caller.userId : null,
  });
  return count > 0;
}
