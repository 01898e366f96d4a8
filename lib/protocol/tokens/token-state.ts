import type { CheckName } from "@/lib/core/diagnosis/check-values";

// Every statement that reads access tokens uses these parts. They refer to `t` (access_tokens), `c` (its
// client) and `g` (its grant, if it has one).

/** `live`, or why a known token is rejected. */
export type TokenState =
  | "live"
  | "expired"
  | "revoked"
  | "client_deleted"
  | "client_inactive"
  | "client_suspended"
  | "publisher_suspended"
  | "subject_suspended"
  | "client_was_inactive"
  | "secret_ended"
  | "seller_left"
  | "signed_out";

/** The check that fails in each state in which something is suspended. */
export const SUSPENSION_CHECKS = {
  client_suspended: "client_not_suspended",
  publisher_suspended: "publisher_active",
  subject_suspended: "subject_active",
} as const satisfies Partial<Record<TokenState, CheckName>>;

/** Whether a token is rejected only while something is suspended. */
export function isSuspension(state: TokenState): state is keyof typeof SUSPENSION_CHECKS {
  return Object.hasOwn(SUSPENSION_CHECKS, state);
}

/**
 * Whether the person a code or token acts for has belonged to its company or organization since it was issued. A
 * membership that ended and began again does not count.
 */
export const SELLER_BELONGS = (row: string) => `
  EXISTS (SELECT 1 FROM users p WHERE p.id = ${row}.user_id AND p.deactivated_at IS NULL AND (
    EXISTS (SELECT 1 FROM company_members m
      WHERE m.company_id = ${row}.company_id AND m.user_id = p.id AND m.created_at <= ${row}.created_at)
    OR EXISTS (SELECT 1 FROM organization_members m
      WHERE m.organization_id = ${row}.organization_id AND m.user_id = p.id AND m.created_at <= ${row}.created_at)))`;

// Scalar subqueries, because a planner that expects many tokens would turn EXISTS into a hash of the whole table.

/**
 * Whether the session of a code or token has not been ended. An expired session does not count as ended. Imported
 * tokens, which have no session, pass; a row whose session no longer exists does not.
 */
export const SESSION_NOT_ENDED = (row: string) => `
  (${row}.session_id IS NULL OR coalesce(
    (SELECT w.ended_at IS NULL FROM user_sessions w WHERE w.id = ${row}.session_id), false))`;

/** The family of a refresh token: the hash of the code that led to it, or of the id of an imported family. */
export const FAMILY_OF_REFRESH_TOKEN = (row: string) =>
  `coalesce(${row}.code_hash, sha256(convert_to(${row}.family_id, 'UTF8')))`;

/** Whether a token family was revoked (ADR 9). */
export const FAMILY_ENDED = (familyHash: string) =>
  `coalesce((SELECT true FROM ended_token_families e WHERE e.family_hash = ${familyHash}), false)`;

/** Whether a refresh token was revoked, alone or with its family. */
export const REFRESH_TOKEN_REVOKED = (row: string) =>
  `(${row}.revoked_at IS NOT NULL OR ${FAMILY_ENDED(FAMILY_OF_REFRESH_TOKEN(row))})`;

// Imported offline tokens, whose families are not known, end with any imported family of their grant.
const IMPORT_ENDED = `
  (t.family_hash IS NULL AND t.kind = 'offline' AND coalesce(t.created_at <= g.imports_ended_at, false))`;

/** Whether a secret `s` may be used. */
export const SECRET_IS_LIVE = `
  s.revoked_at IS NULL AND (s.expires_at IS NULL OR s.expires_at > now())`;

const SECRET_NOT_ENDED = `
  (t.secret_id IS NULL OR coalesce(
    (SELECT ${SECRET_IS_LIVE} FROM client_secrets s WHERE s.id = t.secret_id), false))`;

/** Whether the organization that owns the client of `row` is active. */
export const PUBLISHER_IS_ACTIVE = (row: string) => `
  (SELECT v.status = 'active' FROM organizations v WHERE v.id = ${row}.organization_id)`;

/**
 * Whether the company or organization that a code or token is for is active. True if it does not exist: whatever
 * needs it finds that out.
 */
export const SUBJECT_IS_ACTIVE = (companyId: string, organizationId: string) => `
  (coalesce((SELECT k.status = 'active' FROM companies k WHERE k.id = ${companyId}), true)
    AND coalesce((SELECT v.status = 'active' FROM organizations v WHERE v.id = ${organizationId}), true))`;

/** Why the subject of {@link SUBJECT_IS_ACTIVE} is not active. */
export type SubjectStatus = "active" | "suspended" | "closed";

/** The status of the company or organization that a code or token is for, for a message. */
export const SUBJECT_STATUS = (companyId: string, organizationId: string) => `
  coalesce((SELECT k.status::text FROM companies k WHERE k.id = ${companyId}),
    (SELECT v.status::text FROM organizations v WHERE v.id = ${organizationId}), 'active')`;

/** The state of a token `t` as one expression. */
export const TOKEN_STATE = `
  CASE
    WHEN t.revoked_at IS NOT NULL OR g.revoked_at IS NOT NULL OR g.epoch IS DISTINCT FROM t.grant_epoch
      OR ${FAMILY_ENDED("t.family_hash")} OR ${IMPORT_ENDED} THEN 'revoked'
    WHEN t.expires_at <= now() THEN 'expired'
    WHEN c.deleted_at IS NOT NULL THEN 'client_deleted'
    WHEN NOT c.is_active THEN 'client_inactive'
    WHEN c.suspended_at IS NOT NULL THEN 'client_suspended'
    WHEN NOT ${PUBLISHER_IS_ACTIVE("c")} THEN 'publisher_suspended'
    WHEN NOT ${SUBJECT_IS_ACTIVE("t.company_id", "t.organization_id")} THEN 'subject_suspended'
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
