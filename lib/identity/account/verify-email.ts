import type { Database } from "@/lib/core/db/client";
import { markEmailVerified } from "@/lib/identity/account/repository";

/** Marks a person's email address as verified after they opened a link mailed to it. */
export function verifyEmail(tx: Database, userId: string): Promise<void> {
  return markEmailVerified(tx, userId);
}
