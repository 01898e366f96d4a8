import { listChains } from "@/lib/audit/chain-repository";
import type { ChainVerdict } from "@/lib/audit/schemas";
import { walkOrganizationChain } from "@/lib/audit/walk-organization-chain";
import { walkPlatformChain } from "@/lib/audit/walk-platform-chain";

/** The verdict on a log. `organization_id` is absent for the platform's own. */
export type LogVerdict = ChainVerdict & { organization_id?: string };

/**
 * Verifies the platform's audit log and those of all organizations one by one, for operators.
 * @param organizationId only this one
 */
export async function* verifyInstallation(organizationId?: string): AsyncGenerator<LogVerdict> {
  if (organizationId === undefined) yield await walkPlatformChain();
  for (const id of await listChains()) {
    if (organizationId === undefined || id === organizationId) {
      yield await walkOrganizationChain(id);
    }
  }
}
