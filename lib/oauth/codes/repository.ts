import { type Database, db } from "@/lib/kernel/db/client";
import type { Subject } from "@/lib/kernel/subject";

/** What a code is issued for. */
export type CodeRequest = {
  clientId: string;
  subject: Subject;
  userId: string;
  /** The session that it was asked for in; null for a code that was issued without a browser. */
  sessionId: string | null;
  /** Whether it opens offline tokens alone. */
  offlineOnly?: boolean;
  grant: { id: string; epoch: number };
  scopes: readonly string[];
  redirectUri: string;
  codeChallenge: string | null;
  /** What it was asked with; left out, its issue leaves no event. */
  askedBy?: { kind: "authorize" | "consent"; requestId: string };
};

/**
 * Stores an authorization code and, in the same statement, the event of its issue: not
 * authenticated, since no client proved anything yet.
 */
export async function insertCode(
  tx: Database,
  code: CodeRequest & { codeHash: Buffer; expiresAt: Date; secondUseExpiresAt: Date },
): Promise<void> {
  const { subject, grant, askedBy } = code;
  await tx.$executeRaw`
    WITH issued AS (
      INSERT INTO authorization_codes (code_hash, client_id, company_id, organization_id, grant_id,
        grant_epoch, user_id, session_id, offline_only, scopes, redirect_uri, code_challenge, expires_at, second_use_expires_at)
      VALUES (${new Uint8Array(code.codeHash)}, ${code.clientId}, ${subject.companyId},
        ${subject.organizationId}, ${grant.id}, ${grant.epoch}, ${code.userId},
        ${code.sessionId}, ${code.offlineOnly ?? false}, ${[...code.scopes]}, ${code.redirectUri}, ${code.codeChallenge}, ${code.expiresAt}, ${code.secondUseExpiresAt})
      RETURNING client_id, company_id, organization_id
    )
    INSERT INTO authorization_events (kind, outcome, client_id, company_id, organization_id, reason,
      authenticated, request_id)
    SELECT ${askedBy?.kind ?? null}::authorization_event_kind, 'issued', client_id, company_id,
      organization_id, 'authorization_code', false, ${askedBy?.requestId ?? null}
    FROM issued WHERE ${askedBy !== undefined}`;
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
