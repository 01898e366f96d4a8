// Every statement that reads access tokens uses these parts. They refer to `t` (access_tokens), `c` (its
// client) and `g` (its grant, if it has one).

/** `live`, or why a known token is rejected. */
export type TokenState =
  | "live"
  | "expired"
  | "revoked"
  | "client_deleted"
  | "client_inactive"
  | "client_was_inactive"
  | "secret_ended"
  | "seller_left"
  | "signed_out";

/** Whether the person a code or token acts for still belongs to its company or organization. */
export const SELLER_BELONGS = (row: string) => `
  EXISTS (SELECT 1 FROM users p WHERE p.id = ${row}.user_id AND p.deactivated_at IS NULL AND (
    EXISTS (SELECT 1 FROM company_members m
      WHERE m.company_id = ${row}.company_id AND m.user_id = p.id)
    OR EXISTS (SELECT 1 FROM organization_members m
      WHERE m.organization_id = ${row}.organization_id AND m.user_id = p.id)))`;

// Scalar subqueries, because a planner that expects many tokens would turn EXISTS into a hash of the whole table.

/**
 * Whether the session of a code or token has not been ended. An expired session does not count as ended. Rows
 * without a session, from older servers, pass; a row whose session no longer exists does not.
 */
export const SESSION_NOT_ENDED = (row: string) => `
  (${row}.session_id IS NULL OR coalesce(
    (SELECT w.ended_at IS NULL FROM user_sessions w WHERE w.id = ${row}.session_id), false))`;

/** Whether a secret `s` may be used. */
export const SECRET_IS_LIVE = `
  s.revoked_at IS NULL AND (s.expires_at IS NULL OR s.expires_at > now())`;

const SECRET_NOT_ENDED = `
  (t.secret_id IS NULL OR coalesce(
    (SELECT ${SECRET_IS_LIVE} FROM client_secrets s WHERE s.id = t.secret_id), false))`;

/** The state of a token `t` as one expression. */
export const TOKEN_STATE = `
  CASE
    WHEN t.revoked_at IS NOT NULL OR g.revoked_at IS NOT NULL OR g.epoch <> t.grant_epoch THEN 'revoked'
    WHEN t.expires_at <= now() THEN 'expired'
    WHEN c.deleted_at IS NOT NULL THEN 'client_deleted'
    WHEN NOT c.is_active THEN 'client_inactive'
    WHEN t.client_epoch IS DISTINCT FROM c.token_epoch THEN 'client_was_inactive'
    WHEN NOT ${SECRET_NOT_ENDED} THEN 'secret_ended'
    WHEN t.kind = 'online' AND NOT ${SELLER_BELONGS("t")} THEN 'seller_left'
    WHEN NOT ${SESSION_NOT_ENDED("t")} THEN 'signed_out'
    ELSE 'live'
  END`;

/**
 * The scopes that a token `t` still has: those that its grant `g` (none for an organization's own token)
 * still contains and its client `c` is still registered for.
 */
export const EFFECTIVE_SCOPES = `
  array(SELECT s FROM unnest(t.scopes) AS s
    WHERE (g.id IS NULL OR s = ANY (g.scopes)) AND s = ANY (c.scopes))`;
