import { transaction } from "@/lib/kernel/db/client";

/**
 * Revokes a code and every token that descends from it. Code first, then refresh tokens, then access
 * tokens, each its own statement: each waits for a redemption or refresh under way and then sees
 * what that stored.
 */
export async function revokeCodeAndItsTokens(codeHash: Buffer): Promise<void> {
  const codeHashBytes = new Uint8Array(codeHash);
  const alive = {
    where: { codeHash: codeHashBytes, revokedAt: null },
    data: { revokedAt: new Date() },
  };
  await transaction(async (tx) => {
    await tx.authorizationCode.updateMany(alive);
    await tx.refreshToken.updateMany(alive);
    await tx.accessToken.updateMany(alive);
  });
}
