import { markEmailVerified } from "@/lib/accounts/repository";
import type { Database } from "@/lib/kernel/db/client";

/** Marks a person's email address as verified after they opened a link mailed to it. */
export function verifyEmail(tx: Database, userId: string): Promise<void> {
  return markEmailVerified(tx, userId);
}
