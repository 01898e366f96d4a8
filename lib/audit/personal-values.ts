import { deletePersonalValues, listPersonalValues } from "@/lib/audit/personal-values-repository";
import type { Database } from "@/lib/core/db/client";

/** The values that audit logs have of a person: names, email and IP addresses, external ids, also former ones. */
export function readPersonalValues(tx: Database, userId: string): Promise<string[]> {
  return listPersonalValues(tx, userId);
}

/**
 * Erases a person from all audit logs: their values, and equal ones in entries that name no person. The entries and
 * their hashes stay as they are.
 * @param values in lower case
 */
export function erasePersonalValues(
  tx: Database,
  userId: string,
  values: readonly string[],
): Promise<void> {
  return deletePersonalValues(tx, userId, values);
}
