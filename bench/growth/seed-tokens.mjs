import pg from "pg";

const BATCH = 250_000;

// Row n, for one of the companies' grants. Its hash spreads it over the index, as a real token's does.
const OF_GRANTS = `
  SELECT n, g.id AS grant_id, g.epoch, g.client_id, g.company_id, g.scopes,
    sha256(convert_to(:kind || ' ' || n, 'UTF8')) AS token_hash, lpad(to_hex(n), 24, '0') AS family_id
  FROM generate_series($1::bigint, $2::bigint) AS n
  JOIN (SELECT *, row_number() OVER (ORDER BY id) - 1 AS place FROM grants WHERE company_id IS NOT NULL) AS g
    ON g.place = n % (SELECT count(*) FROM grants WHERE company_id IS NOT NULL)`;

const ofKind = (kind) => OF_GRANTS.replace(":kind", `'${kind}'`);

// Live ones are of today, so they are in the partition that is measured.
const STORE_ACCESS = `
  INSERT INTO access_tokens (day, token_hash, kind, client_id, company_id, grant_id, grant_epoch, scopes, created_at, expires_at)
  SELECT CASE WHEN $3 > now() THEN floor(extract(epoch FROM now()) / 86400)::int ELSE 0 END, token_hash, 'offline', client_id, company_id, grant_id, epoch, scopes,
    $3::timestamptz - interval '1 day', $3::timestamptz - n % 3600 * interval '1 second'`;

const STORE_REFRESH = `
  INSERT INTO refresh_tokens (token_hash, family_id, client_id, company_id, grant_id, grant_epoch, code_hash, scopes,
    created_at, expires_at)
  SELECT token_hash, family_id, client_id, company_id, grant_id, epoch, token_hash, scopes, now(),
    $3::timestamptz - n % 3600 * interval '1 second'`;

/**
 * Stores live access and refresh tokens of the companies' grants: those numbered from `from` (exclusive) to `to`, of
 * each kind.
 *
 * @param {string} databaseUrl
 */
export async function seedLiveTokens(databaseUrl, from, to) {
  await insertBatches(databaseUrl, `${STORE_ACCESS} FROM (${ofKind("live")}) AS t`, from, to, 1);
  await insertBatches(databaseUrl, `${STORE_REFRESH} FROM (${ofKind("live")}) AS t`, from, to, 30);
}

/**
 * Stores access tokens that expired so long ago that clean-up deletes them.
 *
 * @param {string} databaseUrl
 */
export async function seedDeadTokens(databaseUrl, count) {
  await insertBatches(databaseUrl, `${STORE_ACCESS} FROM (${ofKind("dead")}) AS t`, 0, count, -30);
}

async function insertBatches(databaseUrl, sql, from, to, days) {
  const connection = new pg.Client({ connectionString: databaseUrl });
  await connection.connect();
  try {
    await connection.query("SET synchronous_commit = off");
    const expiresAt = new Date(Date.now() + days * 86_400_000);
    for (let start = from; start < to; start += BATCH) {
      await connection.query(sql, [start + 1, Math.min(start + BATCH, to), expiresAt]);
    }
  } finally {
    await connection.end();
  }
}

/**
 * What tables and their indexes take on disk, with all partitions.
 *
 * @param {string} databaseUrl
 * @param {readonly string[]} tables
 * @returns {Promise<number>} Bytes.
 */
export async function sizeOnDisk(databaseUrl, tables) {
  const connection = new pg.Client({ connectionString: databaseUrl });
  await connection.connect();
  try {
    const { rows } = await connection.query(
      `SELECT sum(pg_total_relation_size(c.oid))::float8 AS bytes FROM pg_class c
       JOIN unnest($1::text[]) AS t ON c.relname = t OR starts_with(c.relname, t || '_')
       WHERE c.relkind = 'r'`,
      [tables],
    );
    return rows[0].bytes;
  } finally {
    await connection.end();
  }
}
