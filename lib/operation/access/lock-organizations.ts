import type { Database } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";

const lockRows = sql<{ organizationIds: readonly string[] }>(
  "lock-organizations",
  {},
  `
  SELECT id FROM organizations WHERE id = ANY(:organizationIds) ORDER BY id FOR NO KEY UPDATE`,
);

/**
 * Locks organizations against changes to them and their members until the transaction ends. Locks are taken in id order
 * to avoid deadlocks. Rows that only reference the organizations can still be inserted.
 */
export async function lockOrganizations(
  tx: Database,
  organizationIds: readonly string[],
): Promise<void> {
  await lockRows({ organizationIds }, tx);
}
