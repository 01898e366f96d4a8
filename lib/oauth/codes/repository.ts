import { type Database, db } from "@/lib/kernel/db/client";
import { queryIn } from "@/lib/kernel/db/query-in";
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
  SELECT :day::int AS day, :codeHash::bytea AS code_hash, :clientId AS client_id, :companyId::bigint AS company_id,
    :organizationId AS organization_id, :grantId AS grant_id, :grantEpoch::int AS grant_epoch,
    :userId AS user_id, :sessionId AS session_id, :offlineOnly::boolean AS offline_only,
    :scopes::text[] AS scopes, :redirectUri AS redirect_uri, :codeChallenge AS code_challenge,
    :eventKind AS event_kind, :requestId AS request_id
), ${INSERT_CODE}
SELECT code_hash FROM stored`;

/** Stores an authorization code and the event of its issue. @param day that the code encodes */
export async function insertCode(
  tx: Database,
  { codeHash, day }: { codeHash: Buffer; day: number },
  request: CodeRequest,
): Promise<void> {
  const { subject, grant, askedBy } = request;
  const values = {
    ...request,
    ...subject,
    codeHash: new Uint8Array(codeHash),
    day,
    grantId: grant.id,
    grantEpoch: grant.epoch,
    offlineOnly: request.offlineOnly ?? false,
    eventKind: askedBy?.kind ?? null,
    requestId: askedBy?.requestId ?? null,
  };
  await queryIn(tx, INSERT, values);
}

/** What a company has granted a client that is active, while neither is suspended; otherwise null. */
export function findInstallation(clientId: string, companyId: number) {
  return db().grant.findFirst({
    where: {
      clientId,
      companyId,
      revokedAt: null,
      company: { status: "active" },
      client: {
        isActive: true,
        deletedAt: null,
        suspendedAt: null,
        organization: { status: "active" },
      },
    },
    select: {
      id: true,
      epoch: true,
      scopes: true,
      approvedBy: true,
      client: { select: { redirectUrls: true } },
    },
  });
}
