import { recordPlatformChange } from "@/lib/audit/record-change";
import { newId } from "@/lib/core/crypto/ids";
import { transaction } from "@/lib/core/db/client";
import { withOwnConnection } from "@/lib/core/db/pool";
import { sql } from "@/lib/core/db/sql";
import { LONGEST_LIFETIME_DAYS } from "@/lib/protocol/tokens/revoke-family";
import { FAMILY_OF_REFRESH_TOKEN } from "@/lib/protocol/tokens/token-state";
import { recordAsRestored } from "@/lib/server/backup/database-age";

const STATEMENT_TIMEOUT_MS = 3_600_000;

/** What {@link revokeOpenCredentials} ends beyond what works only once. */
export type Choice = { tokens: boolean; sessions: boolean };

export type Ended = Record<string, number>;

type Since = { since: Date };

// Each works once, and after a restore once more.
const endCodes = sql<Since, { codes: number; requests: number; links: number }>(
  "end-what-works-once",
  { codes: "int4", requests: "int4", links: "int4" },
  `WITH codes AS (
     UPDATE authorization_codes SET revoked_at = now()
     WHERE revoked_at IS NULL AND greatest(expires_at, second_use_expires_at) > now()
       AND created_at <= :since RETURNING 1
   ), waiting AS (
     UPDATE authorization_requests SET expires_at = now()
     WHERE decision IS NULL AND expires_at > now() AND created_at <= :since RETURNING 1
   ), passwords AS (
     UPDATE password_reset_links SET used_at = now()
     WHERE used_at IS NULL AND expires_at > now() AND created_at <= :since RETURNING 1
   ), setup AS (
     UPDATE owner_setup_links SET used_at = now()
     WHERE used_at IS NULL AND expires_at > now() AND created_at <= :since RETURNING 1
   ), members AS (
     UPDATE invitations SET revoked_at = now()
     WHERE accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()
       AND created_at <= :since RETURNING 1
   ), sellers AS (
     UPDATE company_invitations SET revoked_at = now()
     WHERE accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()
       AND created_at <= :since RETURNING 1
   )
   SELECT (SELECT count(*) FROM codes)::int AS codes,
     (SELECT count(*) FROM waiting)::int AS requests,
     ((SELECT count(*) FROM passwords) + (SELECT count(*) FROM setup) + (SELECT count(*) FROM members)
       + (SELECT count(*) FROM sellers))::int AS links`,
);

const endTokens = sql<Since, { access_tokens: number; token_families: number }>(
  "end-tokens-of-before",
  { access_tokens: "int4", token_families: "int4" },
  `WITH access AS (
     UPDATE access_tokens SET revoked_at = now()
     WHERE revoked_at IS NULL AND expires_at > now() AND created_at <= :since RETURNING 1
   ), service AS (
     DELETE FROM service_tokens WHERE created_at <= :since RETURNING 1
   ), families AS (
     INSERT INTO ended_token_families (family_hash, expires_at)
     SELECT ${FAMILY_OF_REFRESH_TOKEN("r")}, greatest(now(), max(r.expires_at)) + interval '${LONGEST_LIFETIME_DAYS} days'
     FROM refresh_tokens r
     WHERE r.revoked_at IS NULL AND r.expires_at > now() AND r.created_at <= :since GROUP BY 1
     ON CONFLICT (family_hash) DO NOTHING RETURNING 1
   )
   SELECT ((SELECT count(*) FROM access) + (SELECT count(*) FROM service))::int AS access_tokens,
     (SELECT count(*) FROM families)::int AS token_families`,
);

const endSessions = sql<Since, { sessions: number }>(
  "end-sessions-of-before",
  { sessions: "int4" },
  `WITH ended AS (
     UPDATE user_sessions SET ended_at = now()
     WHERE ended_at IS NULL AND expires_at > now() AND created_at <= :since RETURNING 1
   )
   SELECT count(*)::int AS sessions FROM ended`,
);

/**
 * Ends what a restore made usable again: whatever works only once, and by choice tokens and sessions. It is recorded in
 * the platform's audit log, and starts no longer report that the database is older than it was.
 * @param since the restored point in time; what was created later stays
 * @returns how many of each kind were ended
 */
export async function revokeOpenCredentials(since: Date, choice: Choice): Promise<Ended> {
  const rows = await withOwnConnection(
    "latchkey-restored",
    STATEMENT_TIMEOUT_MS,
    async (client) => [
      ...(await endCodes({ since }, client)),
      ...(choice.tokens ? await endTokens({ since }, client) : []),
      ...(choice.sessions ? await endSessions({ since }, client) : []),
    ],
  );
  const ended: Ended = Object.assign({}, ...rows);
  await recordAsRestored();
  await transaction((tx) =>
    recordPlatformChange(
      tx,
      "operator:shell",
      { ipAddress: null, requestId: newId() },
      {
        action: "backup.restored",
        target: "platform",
        after: { as_of: since.toISOString(), ...ended },
      },
    ),
  );
  return ended;
}
