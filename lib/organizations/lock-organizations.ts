import type { Database } from "@/lib/db/client";
import { lockOrganization } from "@/lib/organizations/repository";

/** Locks several organizations in the order of their ids, so that two callers cannot deadlock. */
export async function lockOrganizations(
  tx: Database,
  organizationIds: readonly string[],
): Promise<void> {
  for (const organizationId of [...new Set(organizationIds)].sort()) {
    await lockOrganization(tx, organizationId);
  }
}
