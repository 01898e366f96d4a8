import { type Database, db } from "@/lib/kernel/db/client";
import type { Subject } from "@/lib/kernel/subject";
import { INSERT_CODE } from "@/lib/oauth/codes/insert-code-sql";

/** What a code is issued for. */
export type CodeRequest = {
  clientId: string;
  subject: Subject;
  userId: string;
  /** The session in which it was requested; null for a code that was issued without a browser. */
  sessionId: string | null;
  /** Whether it can be exchanged for offline tokens only. */
  offlineOnly?: boolean;
  grant: { id: string; epoch: number };
  scopes: readonly string[];
  redirectUri: string;
  codeChallenge: string | null;
  /** The request that led to it. Without one, no event is recorded. */
  askedBy?: { kind: "authorize" | "consent"; requestId: string };
};

const INSERT = `
WITH code AS (
  SELECT $1::bytea AS code_hash, $2 AS client_id, $3::int AS company_id, $4 AS organization_id,
    $5 AS grant_id, $6::int AS grant_epoch, $7 AS user_id, $8 AS session_id, $9::boolean AS offline_only,
    $10::text[] AS scopes, $11 AS redirect_uri, $12 AS code_challenge, $13 AS event_kind, $14 AS request_id
), ${INSERT_CODE}
SELECT client_id FROM stored`;

/** Stores an authorization code and the event of its issue. */
export async function insertCode(
  tx: Database,
  codeHash: Buffer,
  request: CodeRequest,
): Promise<void> {
  const { subject, grant, askedBy } = request;
  await tx.$queryRawUnsafe(
    INSERT,
    new Uint8Array(codeHash),
    request.clientId,
    subject.companyId,
    subject.organizationId,
    grant.id,
    grant.epoch,
    request.userId,
    request.sessionId,
    request.offlineOnly ?? false,
    [...request.scopes],
    request.redirectUri,
    request.codeChallenge,
    askedBy?.kind ?? null,
    askedBy?.requestId ?? null,
  );
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
