import type { Database } from "@/lib/core/db/client";
import { findSecondFactor } from "@/lib/identity/account/second-factor/repository";

/** Whether a person has a confirmed second factor. */
export async function hasSecondFactor(database: Database, userId: string): Promise<boolean> {
  const factor = await findSecondFactor(database, userId);
  return Boolean(factor?.confirmedAt);
}
