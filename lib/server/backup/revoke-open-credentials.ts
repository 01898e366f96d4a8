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

/** Sets the time in a column of those rows that were open before the restored point in time. */
const end = (table: string, column: string, isOpen: string, expiry = "expires_at") => `(
     UPDATE ${table} SET ${column} = now()
     WHERE ${isOpen} AND ${expiry} > now() AND created_at <= :since RETURNING 1)`;

const EXPIRY_OF_CODE = "greatest(expires_at, second_use_expires_at)";
const UNANSWERED = "accepted_at IS NULL AND revoked_at IS NULL";

// Each works once, and after a restore once more.
const endCodes = sql<Since, { codes: number; requests: number; links: number }>(
  "end-what-works-once",
  { codes: "int4", requests: "int4", links: "int4" },
  `WITH codes AS ${end("authorization_codes", "revoked_at", "revoked_at IS NULL", EXPIRY_OF_CODE)},
     waiting AS ${end("authorization_requests", "expires_at", "decision IS NULL")},
     passwords AS ${end("password_reset_links", "used_at", "used_at IS NULL")},
     setup AS ${end("owner_setup_links", "used_at", "used_at IS NULL")},
     members AS ${end("invitations", "revoked_at", UNANSWERED)},
     sellers AS ${end("company_invitations", "revoked_at", UNANSWERED)}
   SELECT (SELECT count(*) FROM codes)::int AS codes,
     (SELECT count(*) FROM waiting)::int AS requests,
     ((SELECT count(*) FROM passwords) + (SELECT count(*) FROM setup) + (SELECT count(*) FROM members)
       + (SELECT count(*) FROM sellers))::int AS links`,
);

const endTokens = sql<Since, { access_tokens: number; token_families: number }>(
  "end-tokens-of-before",
  { access_tokens: "int4", token_families: "int4" },
  `WITH access AS ${end("access_tokens", "revoked_at", "revoked_at IS NULL")},
   service AS (
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
  `WITH ended AS ${end("user_sessions", "ended_at", "ended_at IS NULL")}
   SELECT count(*)::int AS sessions FROM ended`,
);

/**
 * Ends what a restore made usable again: whatever works only once and, by choice, tokens and sessions. What was created
 * after `since`, the restored point in time, stays. @returns how many of each kind it ended
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
