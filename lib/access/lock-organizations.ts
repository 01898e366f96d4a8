import type { Database } from "@/lib/kernel/db/client";

/**
 * Keeps everyone else from changing these organizations or their members until the transaction ends. They are locked in
 * the order of their ids, so that two callers cannot deadlock. Rows that only refer to them can still be added.
 */
export async function lockOrganizations(
  tx: Database,
  organizationIds: readonly string[],
): Promise<void> {
  await tx.$queryRaw`
    SELECT id FROM organizations WHERE id = ANY(${organizationIds}) ORDER BY id FOR NO KEY UPDATE`;
}
