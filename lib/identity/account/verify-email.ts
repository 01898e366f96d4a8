import type { Database } from "@/lib/core/db/client";

/** Marks a person's email address as verified after they opened a link mailed to it; keeps the first time. */
export async function verifyEmail(tx: Database, userId: string): Promise<void> {
  await tx.user.updateMany({
    where: { id: userId, emailVerifiedAt: null },
    data: { emailVerifiedAt: new Date() },
  });
}
