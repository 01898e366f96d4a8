import { errors } from "oidc-provider";
import { TABLES } from "./oidc-provider-data.mjs";

/**
 * oidc-provider's storage on PostgreSQL: prepared statements, a table per model, and codes that are consumed by a
 * conditional UPDATE, so that only one of two concurrent redemptions succeeds.
 *
 * @param {import("pg").Pool} pool
 * @returns A class for the provider's `adapter` setting.
 */
export function postgresAdapter(pool) {
  return class PostgresAdapter {
    constructor(model) {
      this.table = TABLES[model] ?? "sessions";
    }

    async query(name, text, values) {
      return pool.query({ name: `${this.table}-${name}`, text, values });
    }

    async find(id) {
      const { rows } = await this.query(
        "find",
        `SELECT payload, extract(epoch FROM consumed_at)::int AS consumed
         FROM ${this.table} WHERE id = $1 AND (expires_at IS NULL OR expires_at > now())`,
        [id],
      );
      const [row] = rows;
      return row?.consumed ? { ...row.payload, consumed: row.consumed } : row?.payload;
    }

    async findByUid(uid) {
      const { rows } = await this.query(
        "find-by-uid",
        `SELECT payload FROM ${this.table}
         WHERE uid = $1 AND (expires_at IS NULL OR expires_at > now())`,
        [uid],
      );
      return rows[0]?.payload;
    }

    async upsert(id, payload, expiresIn) {
      await this.query(
        "upsert",
        `INSERT INTO ${this.table} (id, payload, grant_id, uid, expires_at)
         VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))
         ON CONFLICT (id) DO UPDATE SET payload = excluded.payload,
           grant_id = excluded.grant_id, uid = excluded.uid, expires_at = excluded.expires_at`,
        [id, JSON.stringify(payload), payload.grantId, payload.uid, expiresIn],
      );
    }

    async consume(id) {
      const { rowCount } = await this.query(
        "consume",
        `UPDATE ${this.table} SET consumed_at = now() WHERE id = $1 AND consumed_at IS NULL`,
        [id],
      );
      if (rowCount !== 1) throw new errors.InvalidGrant("already consumed");
    }

    async destroy(id) {
      await this.query("destroy", `DELETE FROM ${this.table} WHERE id = $1`, [id]);
    }

    async revokeByGrantId(grantId) {
      await this.query("revoke", `DELETE FROM ${this.table} WHERE grant_id = $1`, [grantId]);
    }
  };
}
