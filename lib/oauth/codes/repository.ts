import type { Database } from "@/lib/db/client";
import type { CodeRequest } from "@/lib/oauth/codes/issue-code";

/** Stores an authorization code. */
export async function insertCode(
  tx: Database,
  code: CodeRequest & { codeHash: Buffer; expiresAt: Date; secondUseExpiresAt: Date },
): Promise<void> {
  const { subject, grant, codeHash, scopes, ...columns } = code;
  await tx.authorizationCode.create({
    data: {
      ...columns,
      ...subject,
      codeHash: new Uint8Array(codeHash),
      grantId: grant.id,
      grantEpoch: grant.epoch,
      scopes: [...scopes],
    },
    select: { clientId: true },
  });
}
