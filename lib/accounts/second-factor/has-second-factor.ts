import { findSecondFactor } from "@/lib/accounts/second-factor/repository";
import type { Database } from "@/lib/kernel/db/client";

/** Whether a person has a confirmed second factor. */
export async function hasSecondFactor(database: Database, userId: string): Promise<boolean> {
  const factor = await findSecondFactor(database, userId);
  return Boolean(factor?.confirmedAt);
}
