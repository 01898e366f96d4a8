import type { Database } from "@/lib/core/db/client";
import { column, type RowOf, sql } from "@/lib/core/db/sql";
import type { StoreStatus } from "@/lib/core/values/import-status";
import type { TokenToStore } from "@/lib/protocol/tokens/import-token";
import { REFRESH_TOKEN_REVOKED } from "@/lib/protocol/tokens/token-state";

const TYPES = {
  stored: column<Exclude<StoreStatus, "unchanged"> | null>("text?"),
  hasGrant: "bool",
  /** When its grant was removed, if it was. */
  removedAt: "timestamptz?",
  hasOtherOwner: "bool",
  /** Whether the person of an online token is a member, without which it would never work. */
  hasPerson: "bool",
  beyondGrant: "text[]",
  /** Whether nothing was stored because another request stored the token in the meantime. */
  isOvertaken: "bool",
} as const;

/** What became of a token. If `stored` is null it is unchanged, or the other fields say why not. */
export type StoredToken = RowOf<typeof TYPES>;

const COLUMNS = `position int, hash text, client_id text, company_id bigint, organization_id text,
  scopes text[], expires_at timestamptz`;

// Its id is null if it was removed. Not one condition with OR, for which PostgreSQL would read all grants of the client.
const GRANT_OF = `
  SELECT CASE WHEN g.revoked_at IS NULL THEN g.id END AS id, g.epoch, g.revoked_at,
    array(SELECT unnest(s.scopes) EXCEPT SELECT unnest(g.scopes)) AS beyond
  FROM (
    SELECT * FROM grants WHERE client_id = s.client_id AND company_id = s.company_id
    UNION ALL SELECT * FROM grants WHERE client_id = s.client_id AND organization_id = s.organization_id
  ) g`;

const GRANT = `live.id AS grant_id, live.epoch AS grant_epoch, live.revoked_at AS removed_at, coalesce(live.beyond, '{}') AS beyond`;

const IS_ANOTHER_OWNER = `(t.client_id <> s.client_id OR t.company_id IS DISTINCT FROM s.company_id
  OR t.organization_id IS DISTINCT FROM s.organization_id)`;

const HAS_SAME_OWNER = `(t.client_id = excluded.client_id
  AND t.company_id IS NOT DISTINCT FROM excluded.company_id
  AND t.organization_id IS NOT DISTINCT FROM excluded.organization_id)`;

// The row that ends a family is kept for as long as its tokens were valid when it ended.
const IS_REVOKED = REFRESH_TOKEN_REVOKED("t");

const HAS_CHANGED = `(t.scopes <> excluded.scopes OR t.expires_at <> excluded.expires_at)`;

const MAY_BE_STORED = `grant_id IS NOT NULL AND cardinality(beyond) = 0 AND NOT has_other_owner AND has_person`;

// A table with partitions returns no xmax, so a row is new if this statement knew of none and it is as old as the
// transaction.
const OUTCOMES = `
  SELECT CASE WHEN stored.token_hash IS NULL THEN NULL WHEN stored.is_new AND NOT record.is_known THEN 'created' ELSE 'updated' END AS stored,
    record.grant_id IS NOT NULL AS "hasGrant", record.removed_at AS "removedAt", record.has_other_owner AS "hasOtherOwner",
    record.beyond AS "beyondGrant", record.has_person AS "hasPerson",
    stored.token_hash IS NULL AND NOT is_known AND ${MAY_BE_STORED} AS "isOvertaken"
  FROM record LEFT JOIN stored ON stored.token_hash = decode(record.hash, 'hex') ORDER BY record.position`;

/** Returns what runs a statement; again for tokens that another request stored while it waited, which it then sees. */
function storer<Token extends TokenToStore>(
  statement: (values: { sent: string }, tx: Database) => Promise<StoredToken[]>,
): (tx: Database, tokens: readonly Token[]) => Promise<StoredToken[]> {
  return async (tx, tokens) => {
    const store = (some: readonly Token[]) =>
      statement(
        { sent: JSON.stringify(some.map((token, position) => ({ ...token, position }))) },
        tx,
      );
    const rows = await store(tokens);
    const overtaken = tokens.filter((_, index) => rows[index]?.isOvertaken);
    if (overtaken.length === 0) return rows;
    const again = await store(overtaken);
    return rows.map((row) => (row.isOvertaken ? (again.shift() ?? row) : row));
  };
}

/**
 * Stores refresh tokens of live grants in one statement. One that was stored before only gets a later expiry or other
 * scopes. No two of them may have the same hash.
 * @returns the outcome for each, in the same order
 */
export const storeRefreshTokens = storer<TokenToStore & { family_id: string }>(
  sql<{ sent: string }, StoredToken>(
    "import-refresh-tokens",
    TYPES,
    `
  WITH sent AS (SELECT * FROM jsonb_to_recordset(:sent::jsonb) AS s (${COLUMNS}, family_id text)),
  record AS (
    SELECT s.*, ${GRANT}, true AS has_person,
      EXISTS (SELECT FROM refresh_tokens t WHERE t.token_hash = decode(s.hash, 'hex')) AS is_known,
      EXISTS (SELECT FROM refresh_tokens t WHERE t.token_hash = decode(s.hash, 'hex') AND ${IS_ANOTHER_OWNER})
        OR EXISTS (SELECT FROM access_tokens t WHERE t.token_hash = decode(s.hash, 'hex')) AS has_other_owner
    FROM sent s LEFT JOIN LATERAL (${GRANT_OF}) live ON true
  ),
  stored AS (
    INSERT INTO refresh_tokens AS t (token_hash, family_id, client_id, company_id, organization_id, grant_id,
      grant_epoch, scopes, expires_at)
    SELECT decode(hash, 'hex'), family_id, client_id, company_id, organization_id, grant_id, grant_epoch, scopes, expires_at
    FROM record WHERE ${MAY_BE_STORED} ORDER BY hash
    ON CONFLICT (token_hash) DO UPDATE SET scopes = excluded.scopes, expires_at = excluded.expires_at
      WHERE NOT ${IS_REVOKED} AND t.superseded_at IS NULL AND t.last_used_at IS NULL
        AND ${HAS_SAME_OWNER} AND ${HAS_CHANGED}
    RETURNING token_hash, xmax = 0 AS is_new
  )
  ${OUTCOMES}`,
  ),
);

/**
 * Stores access tokens of live grants in one statement: online ones if they act for a person. No two of them may have
 * the same hash.
 * @returns the outcome for each, in the same order
 */
export const storeAccessTokens = storer<TokenToStore & { day: number }>(
  sql<{ sent: string }, StoredToken>(
    "import-access-tokens",
    TYPES,
    `
  WITH sent AS (SELECT * FROM jsonb_to_recordset(:sent::jsonb) AS s (${COLUMNS}, external_id text, day int)),
  record AS (
    SELECT s.*, ${GRANT}, person.id AS person_id, s.external_id IS NULL OR person.id IS NOT NULL AS has_person,
      EXISTS (SELECT FROM access_tokens t WHERE t.token_hash = decode(s.hash, 'hex')) AS is_known,
      EXISTS (SELECT FROM access_tokens t WHERE t.token_hash = decode(s.hash, 'hex')
        AND (${IS_ANOTHER_OWNER} OR t.user_id IS DISTINCT FROM person.id))
        OR EXISTS (SELECT FROM refresh_tokens t WHERE t.token_hash = decode(s.hash, 'hex')) AS has_other_owner
    FROM sent s LEFT JOIN users person ON person.external_id = s.external_id AND (
        EXISTS (SELECT FROM company_members m WHERE m.user_id = person.id AND m.company_id = s.company_id)
        OR EXISTS (SELECT FROM organization_members m WHERE m.user_id = person.id AND m.organization_id = s.organization_id))
      LEFT JOIN LATERAL (${GRANT_OF}) live ON true
  ),
  stored AS (
    INSERT INTO access_tokens AS t (day, token_hash, kind, client_id, company_id, organization_id, grant_id, grant_epoch,
      user_id, scopes, expires_at)
    SELECT day, decode(hash, 'hex'), CASE WHEN external_id IS NULL THEN 'offline' ELSE 'online' END::access_token_kind,
      client_id, company_id, organization_id, grant_id, grant_epoch, person_id, scopes, expires_at
    FROM record WHERE ${MAY_BE_STORED} ORDER BY hash
    ON CONFLICT (token_hash, day) DO UPDATE SET scopes = excluded.scopes, expires_at = excluded.expires_at
      WHERE t.revoked_at IS NULL AND ${HAS_SAME_OWNER} AND t.user_id IS NOT DISTINCT FROM excluded.user_id
        AND ${HAS_CHANGED}
    RETURNING token_hash, created_at = now()::timestamptz(3) AS is_new
  )
  ${OUTCOMES}`,
  ),
);
