import { markEmailVerified } from "@/lib/accounts/repository";
import type { Database } from "@/lib/kernel/db/client";

/** Notes that a person opened a link which only their mailbox had. */
export function verifyEmail(tx: Database, userId: string): Promise<void> {
  return markEmailVerified(tx, userId);
}
