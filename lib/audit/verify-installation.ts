import { listChains } from "@/lib/audit/chain-repository";
import type { AuditVerdict } from "@/lib/audit/schemas";
import { walkChain } from "@/lib/audit/walk-chain";

/**
 * Verifies the audit logs of all organizations one by one, for operators.
 * @param organizationId only this one
 */
export async function* verifyInstallation(organizationId?: string): AsyncGenerator<AuditVerdict> {
  for (const id of await listChains()) {
    if (organizationId === undefined || id === organizationId) yield await walkChain(id);
  }
}
