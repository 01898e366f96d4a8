import { type Database, db } from "@/lib/db/client";
import type { Subject } from "@/lib/oauth/subject";

/** What a code is issued for. */
export type CodeRequest = {
  clientId: string;
  subject: Subject;
  userId: string;
  grant: { id: string; epoch: number };
  scopes: readonly string[];
  redirectUri: string;
  codeChallenge: string | null;
};

/** Stores an authorization code. */
export async function insertCode(
  tx: Database,
  code: CodeRequest & { codeHash: Buffer; expiresAt: Date; secondUseExpiresAt: Date },
): Promise<void> {
  // By name: callers hold more than a code has columns for.
  await tx.authorizationCode.create({
    data: {
      codeHash: new Uint8Array(code.codeHash),
      clientId: code.clientId,
      companyId: code.subject.companyId,
      organizationId: code.subject.organizationId,
      grantId: code.grant.id,
      grantEpoch: code.grant.epoch,
      userId: code.userId,
      scopes: [...code.scopes],
      redirectUri: code.redirectUri,
      codeChallenge: code.codeChallenge,
      expiresAt: code.expiresAt,
      secondUseExpiresAt: code.secondUseExpiresAt,
    },
    select: { clientId: true },
  });
}

/** What a company has granted a client that is active, or null. */
export function findInstallation(clientId: string, companyId: number) {
  return db().grant.findFirst({
    where: { clientId, companyId, revokedAt: null, client: { isActive: true, deletedAt: null } },
    select: {
      id: true,
      epoch: true,
      scopes: true,
      approvedBy: true,
      client: { select: { redirectUrls: true } },
    },
  });
}
