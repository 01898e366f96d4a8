import type { ChainVerdict } from "@/lib/audit/schemas";
import { walkOrganizationChain, walkPlatformChain } from "@/lib/audit/walk-chain";
import { sql } from "@/lib/core/db/sql";

/** The verdict on a log. `organization_id` is absent for the platform's own. */
export type LogVerdict = ChainVerdict & { organization_id?: string };

/**
 * Verifies the platform's audit log and those of all organizations one by one, for operators.
 * @param organizationId only this one
 */
export async function* verifyInstallation(organizationId?: string): AsyncGenerator<LogVerdict> {
  if (organizationId === undefined) yield await walkPlatformChain();
  for (const { id } of await listChains({})) {
    if (organizationId === undefined || id === organizationId) {
      yield await walkOrganizationChain(id);
    }
  }
}

const listChains = sql<object, { id: string }>(
  "list-audit-chains",
  { id: "text" },
  `
  SELECT o.id FROM organizations o
  WHERE EXISTS (SELECT 1 FROM audit_heads h WHERE h.scope = o.id)
    OR EXISTS (SELECT 1 FROM audit_rows r WHERE r.organization_id = o.id)
  ORDER BY o.id`,
);
