import { createHash, timingSafeEqual } from "node:crypto";

/**
 * The storage that @node-oauth/oauth2-server asks for, on PostgreSQL: prepared statements, hashed secrets and tokens,
 * and codes and refresh tokens that only one of two concurrent requests can use.
 *
 * @param {import("pg").Pool} pool
 */
export function nodeOauthModel(pool) {
  const query = (name, text, values) => pool.query({ name, text, values });
  const first = async (...of) => (await query(...of)).rows[0];
  const ownerOf = (row) => ({ client: { id: row.client_id }, user: { id: row.user_id } });
  return {
    async getClient(id, secret) {
      const row = await first("client", "SELECT * FROM clients WHERE id = $1", [id]);
      if (!row || (secret !== null && !timingSafeEqual(row.secret_hash, sha256(secret ?? "")))) {
        return false;
      }
      return { id, grants: row.grants, redirectUris: row.redirect_uris, scopes: row.scopes };
    },
    async getAuthorizationCode(authorizationCode) {
      const row = await first("code", "SELECT * FROM codes WHERE hash = $1", [
        sha256(authorizationCode),
      ]);
      if (!row) return undefined;
      const { expires_at: expiresAt, redirect_uri: redirectUri, scope } = row;
      return { authorizationCode, expiresAt, redirectUri, scope, ...ownerOf(row) };
    },
    async revokeAuthorizationCode({ authorizationCode }) {
      const text = "DELETE FROM codes WHERE hash = $1";
      return (await query("use-code", text, [sha256(authorizationCode)])).rowCount === 1;
    },
    async saveAuthorizationCode(code, client, user) {
      await query("save-code", "INSERT INTO codes VALUES ($1, $2, $3, $4, $5, $6)", [
        ...[sha256(code.authorizationCode), client.id, user.id],
        ...[code.scope, code.redirectUri, code.expiresAt],
      ]);
      return { ...code, client, user };
    },
    async saveToken(token, client, user) {
      await query("save-token", "INSERT INTO tokens VALUES ($1, $2, $3, $4, $5, $6, $7)", [
        sha256(token.accessToken),
        token.refreshToken ? sha256(token.refreshToken) : null,
        ...[client.id, user.id, token.scope],
        ...[token.accessTokenExpiresAt, token.refreshTokenExpiresAt],
      ]);
      return { ...token, client, user };
    },
    async getAccessToken(accessToken) {
      const text = "SELECT * FROM tokens WHERE access_hash = $1";
      const row = await first("access", text, [sha256(accessToken)]);
      if (!row) return undefined;
      const { access_expires_at: accessTokenExpiresAt, scope } = row;
      return { accessToken, accessTokenExpiresAt, scope, ...ownerOf(row) };
    },
    async getRefreshToken(refreshToken) {
      const text = "SELECT * FROM tokens WHERE refresh_hash = $1 AND rotated_at IS NULL";
      const row = await first("refresh", text, [sha256(refreshToken)]);
      if (!row) return undefined;
      const { refresh_expires_at: refreshTokenExpiresAt, scope } = row;
      return { refreshToken, refreshTokenExpiresAt, scope, ...ownerOf(row) };
    },
    async revokeToken({ refreshToken }) {
      const text =
        "UPDATE tokens SET rotated_at = now() WHERE refresh_hash = $1 AND rotated_at IS NULL";
      return (await query("rotate", text, [sha256(refreshToken)])).rowCount === 1;
    },
    validateScope: (_user, client, scope) =>
      scope?.every((each) => client.scopes.includes(each)) ? scope : false,
    /** The signed-in person, if they have consented; for authorize. */
    findConsented(session, clientId, scopes) {
      return first(
        "consented",
        `SELECT s.user_id AS id FROM sessions s JOIN consents c USING (user_id)
         WHERE s.hash = $1 AND s.expires_at > now() AND c.client_id = $2 AND $3::text[] <@ c.scopes`,
        [sha256(session), clientId, scopes],
      );
    },
  };
}

function sha256(text) {
  return createHash("sha256").update(text).digest();
}
