import type { Database } from "@/lib/kernel/db/client";
import { Prisma } from "@/lib/kernel/db/generated/client";
import type { StoreStatus } from "@/lib/kernel/import-status";

/** A token to store; exactly one of company and organization is set. */
export type TokenToStore = {
  tokenHash: Buffer;
  clientId: string;
  companyId: number | null;
  organizationId: string | null;
  scopes: string[];
  expiresAt: Date;
};

/** What became of a token. If `stored` is null it is unchanged, or the other fields say why not. */
export type StoredToken = {
  stored: Exclude<StoreStatus, "unchanged"> | null;
  /** Whether it was stored before, for the same owner. */
  isKnown: boolean;
  hasGrant: boolean;
  hasOtherOwner: boolean;
  hasPerson: boolean;
  beyondGrant: string[];
};

/** Stores a refresh token of a live grant. One that was stored before only gets a later expiry or other scopes. */
export async function storeRefreshToken(
  tx: Database,
  token: TokenToStore & { familyId: string },
): Promise<StoredToken> {
  return storeOnce(
    () => tx.$queryRaw<StoredToken[]>`
    WITH ${grantOf(token)},
    known AS (SELECT FROM refresh_tokens t WHERE t.token_hash = ${bytes(token)} AND NOT ${isAnotherOwner(token)}),
    other AS (
      SELECT FROM refresh_tokens t WHERE t.token_hash = ${bytes(token)} AND ${isAnotherOwner(token)}
      UNION ALL SELECT FROM access_tokens t WHERE t.token_hash = ${bytes(token)}
    ),
    stored AS (
      INSERT INTO refresh_tokens AS t (token_hash, family_id, client_id, company_id, organization_id, grant_id,
        grant_epoch, scopes, expires_at)
      SELECT ${bytes(token)}, ${token.familyId}, ${token.clientId}, ${token.companyId}::bigint, ${token.organizationId},
        live.id, live.epoch, ${token.scopes}::text[], ${token.expiresAt}::timestamptz
      FROM live WHERE cardinality(live.beyond) = 0 AND NOT EXISTS (SELECT FROM other)
      ON CONFLICT (token_hash) DO UPDATE SET scopes = excluded.scopes, expires_at = excluded.expires_at
        WHERE t.revoked_at IS NULL AND t.superseded_at IS NULL AND t.last_used_at IS NULL
          AND NOT ${isAnotherOwner(token)} AND ${hasChanged()}
      RETURNING xmax = 0 AS is_new
    )
    SELECT ${OUTCOME}, true AS "hasPerson"`,
  );
}

/** Stores an access token of a live grant: an online one if it acts for a person. */
export async function storeAccessToken(
  tx: Database,
  token: TokenToStore & { externalId: string | null },
): Promise<StoredToken> {
  const { externalId } = token;
  const isOthers = Prisma.sql`(${isAnotherOwner(token)} OR t.user_id IS DISTINCT FROM (SELECT id FROM person))`;
  return storeOnce(
    () => tx.$queryRaw<StoredToken[]>`
    WITH ${grantOf(token)},
    person AS (SELECT id FROM users WHERE external_id = ${externalId}),
    known AS (SELECT FROM access_tokens t WHERE t.token_hash = ${bytes(token)} AND NOT ${isOthers}),
    other AS (
      SELECT FROM access_tokens t WHERE t.token_hash = ${bytes(token)} AND ${isOthers}
      UNION ALL SELECT FROM refresh_tokens t WHERE t.token_hash = ${bytes(token)}
    ),
    stored AS (
      INSERT INTO access_tokens AS t (token_hash, kind, client_id, company_id, organization_id, grant_id, grant_epoch,
        user_id, scopes, expires_at)
      SELECT ${bytes(token)}, CASE WHEN ${externalId}::text IS NULL THEN 'offline' ELSE 'online' END::access_token_kind,
        ${token.clientId}, ${token.companyId}::bigint, ${token.organizationId}, live.id, live.epoch,
        (SELECT id FROM person), ${token.scopes}::text[], ${token.expiresAt}::timestamptz
      FROM live WHERE cardinality(live.beyond) = 0 AND NOT EXISTS (SELECT FROM other)
        AND (${externalId}::text IS NULL OR EXISTS (SELECT FROM person))
      ON CONFLICT (token_hash) DO UPDATE SET scopes = excluded.scopes, expires_at = excluded.expires_at
        WHERE t.revoked_at IS NULL AND NOT ${isOthers} AND ${hasChanged()}
      RETURNING xmax = 0 AS is_new
    )
    SELECT ${OUTCOME}, ${externalId}::text IS NULL OR EXISTS (SELECT FROM person) AS "hasPerson"`,
  );
}

const OUTCOME = Prisma.sql`
  (SELECT CASE WHEN is_new THEN 'created' ELSE 'updated' END FROM stored) AS stored,
  EXISTS (SELECT FROM known) AS "isKnown", EXISTS (SELECT FROM live) AS "hasGrant", EXISTS (SELECT FROM other) AS "hasOtherOwner",
  coalesce((SELECT beyond FROM live), '{}') AS "beyondGrant"`;

function grantOf({ clientId, companyId, organizationId, scopes }: TokenToStore): Prisma.Sql {
  return Prisma.sql`live AS (
    SELECT g.id, g.epoch, array(SELECT unnest(${scopes}::text[]) EXCEPT SELECT unnest(g.scopes)) AS beyond
    FROM grants g WHERE g.client_id = ${clientId} AND g.revoked_at IS NULL
      AND (g.company_id = ${companyId}::bigint OR g.organization_id = ${organizationId})
  )`;
}

function isAnotherOwner({ clientId, companyId, organizationId }: TokenToStore): Prisma.Sql {
  return Prisma.sql`(t.client_id <> ${clientId} OR t.company_id IS DISTINCT FROM ${companyId}::bigint
    OR t.organization_id IS DISTINCT FROM ${organizationId})`;
}

function hasChanged(): Prisma.Sql {
  return Prisma.sql`(t.scopes <> excluded.scopes OR t.expires_at <> excluded.expires_at)`;
}

function bytes({ tokenHash }: TokenToStore): Prisma.Sql {
  return Prisma.sql`${new Uint8Array(tokenHash)}::bytea`;
}

/** Runs a statement; again if it waited for a request that stored the token first, which it then sees. */
async function storeOnce(run: () => Promise<StoredToken[]>): Promise<StoredToken> {
  const row = one(await run());
  return isOvertaken(row) ? one(await run()) : row;
}

function isOvertaken(row: StoredToken): boolean {
  const { stored, isKnown, hasGrant, hasOtherOwner, hasPerson, beyondGrant } = row;
  if (stored || isKnown || hasOtherOwner) return false;
  return hasGrant && hasPerson && beyondGrant.length === 0;
}

function one(rows: readonly StoredToken[]): StoredToken {
  const [row] = rows;
  if (!row) throw new Error("The statement returned no row");
  return row;
}
