/** Seconds that a code has until its first use. */
export const CODE_SECONDS = 60;
/** Seconds after issue in which a code that was used for one kind of token works for the other. */
const SECOND_USE_SECONDS = 600;

/**
 * Stores a code for each row of the CTE `code`, whose columns are those of authorization_codes, and
 * the event of its issue, unless event_kind is null. Unauthenticated: no client has proved anything yet.
 */
export const INSERT_CODE = `
stored AS (
  INSERT INTO authorization_codes (day, code_hash, client_id, company_id, organization_id, grant_id,
    grant_epoch, user_id, session_id, offline_only, scopes, redirect_uri, code_challenge, expires_at,
    second_use_expires_at)
  SELECT day, code_hash, client_id, company_id, organization_id, grant_id, grant_epoch, user_id, session_id,
    offline_only, scopes, redirect_uri, code_challenge, now() + interval '${CODE_SECONDS} seconds',
    now() + interval '${SECOND_USE_SECONDS} seconds'
  FROM code
  RETURNING code_hash
),
event AS (
  INSERT INTO authorization_events (kind, outcome, client_id, company_id, organization_id, reason,
    authenticated, request_id)
  SELECT event_kind::authorization_event_kind, 'issued', client_id, company_id, organization_id,
    'authorization_code', false, request_id
  FROM code WHERE event_kind IS NOT NULL
)`;
