import { readChain } from "@/lib/audit/chain-repository";
import type { AuditVerdict } from "@/lib/audit/schemas";
import { walkChain } from "@/lib/audit/walk-chain";

/** Verifies the chain of an organization's audit rows from the first to the last. */
export async function walkOrganizationChain(organizationId: string): Promise<AuditVerdict> {
  const verdict = await walkChain({
    name: `Organization ${organizationId}`,
    read: (afterId, limit) => readChain(organizationId, afterId, limit),
  });
  return { organization_id: organizationId, ...verdict };
}
