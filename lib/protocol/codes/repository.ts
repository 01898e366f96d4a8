import { type Database, db } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import type { Subject } from "@/lib/core/subject";
import { INSERT_CODE } from "@/lib/protocol/codes/insert-code-sql";

/** The parameters of a new code. */
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

const insertRow = sql<ReturnType<typeof codeValues>>(
  "insert-code",
  {},
  `
WITH code AS (
  SELECT :day::int AS day, :codeHash::bytea AS code_hash, :clientId AS client_id, :companyId::bigint AS company_id,
    :organizationId AS organization_id, :grantId AS grant_id, :grantEpoch::int AS grant_epoch,
    :userId AS user_id, :sessionId AS session_id, :offlineOnly::boolean AS offline_only,
    :scopes::text[] AS scopes, :redirectUri AS redirect_uri, :codeChallenge AS code_challenge,
    :eventKind AS event_kind, :requestId AS request_id
), ${INSERT_CODE}
SELECT code_hash FROM stored`,
);

/** A code and the day that it encodes. */
type NewCode = { codeHash: Buffer; day: number };

/** Stores an authorization code and the event of its issue. */
export async function insertCode(tx: Database, code: NewCode, request: CodeRequest): Promise<void> {
  await insertRow(codeValues(code, request), tx);
}

function codeValues({ codeHash, day }: NewCode, request: CodeRequest) {
  const { subject, grant, askedBy, ...values } = request;
  return {
    ...values,
    ...subject,
    codeHash: new Uint8Array(codeHash),
    day,
    grantId: grant.id,
    grantEpoch: grant.epoch,
    offlineOnly: request.offlineOnly ?? false,
    eventKind: askedBy?.kind ?? null,
    requestId: askedBy?.requestId ?? null,
  };
}

/** The grant of a company to an active client, while neither is suspended; otherwise null. */
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
