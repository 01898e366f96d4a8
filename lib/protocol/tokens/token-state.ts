import type { CheckName } from "@/lib/core/diagnosis/check-values";
import type { Fix } from "@/lib/core/diagnosis/fix-schemas";
import {
  activeSubject,
  CLIENT_CONDITIONS,
  type SuspensionFacts,
} from "@/lib/protocol/tokens/client-conditions";
import { type Conditions, firstFailed } from "@/lib/protocol/tokens/conditions";

// Every statement that reads access tokens uses these parts. They refer to `t` (access_tokens), `c` (its
// client) and `g` (its grant, if it has one).

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
export const FAMILY_REVOKED = (familyHash: string) =>
  `coalesce((SELECT true FROM ended_token_families e WHERE e.family_hash = ${familyHash}), false)`;

/** Whether a refresh token was revoked, alone or with its family. */
export const REFRESH_TOKEN_REVOKED = (row: string) =>
  `(${row}.revoked_at IS NOT NULL OR ${FAMILY_REVOKED(FAMILY_OF_REFRESH_TOKEN(row))})`;

// Imported offline tokens, whose families are not known, are revoked with any imported family of their grant.
const IMPORT_REVOKED = `
  (t.family_hash IS NULL AND t.kind = 'offline' AND coalesce(t.created_at <= g.imports_ended_at, false))`;

/** Whether a secret `s` may be used. */
export const SECRET_IS_LIVE = `
  s.revoked_at IS NULL AND (s.expires_at IS NULL OR s.expires_at > now())`;

const SECRET_STILL_LIVE = `
  (t.secret_id IS NULL OR coalesce(
    (SELECT ${SECRET_IS_LIVE} FROM client_secrets s WHERE s.id = t.secret_id), false))`;

/** A condition of an access token, with the error for a token that does not meet it. */
export type TokenCondition = {
  sql: string;
  check: CheckName;
  message: string | ((facts: SuspensionFacts) => string);
  /** What to change about the client, or that it can `renew` the token. Without one, the person must authorize again. */
  fix?: Fix | "renew";
};

/** What must be true of an access token. */
export const TOKEN_CONDITIONS = {
  revoked: {
    sql: `t.revoked_at IS NULL AND g.revoked_at IS NULL AND g.epoch IS NOT DISTINCT FROM t.grant_epoch
      AND NOT ${FAMILY_REVOKED("t.family_hash")} AND NOT ${IMPORT_REVOKED}`,
    check: "grant_live",
    message:
      "The access token was revoked: the company removed the extension, or a code was replayed.",
  },
  expired: {
    sql: "t.expires_at > now()",
    check: "access_token_live",
    message:
      "The access token has expired. Offline: refresh it. Online: run the authorization flow again.",
    fix: "renew",
  },
  client_deleted: {
    sql: "c.deleted_at IS NULL",
    check: "client_active",
    message: "The access token's client was deleted.",
    fix: { kind: "restore_client" },
  },
  client_inactive: {
    ...CLIENT_CONDITIONS.client_inactive,
    message: "The access token's client is inactive.",
  },
  client_suspended: CLIENT_CONDITIONS.client_suspended,
  publisher_suspended: {
    ...CLIENT_CONDITIONS.publisher_suspended,
    message:
      "The platform has suspended the organization that publishes the access token's client.",
  },
  subject_suspended: activeSubject("t.company_id", "t.organization_id"),
  client_was_inactive: {
    sql: "t.client_epoch IS NOT DISTINCT FROM c.token_epoch",
    check: "access_token_live",
    message: "The access token was issued before its client was deactivated. Get a new one.",
    fix: "renew",
  },
  secret_ended: {
    sql: SECRET_STILL_LIVE,
    check: "access_token_live",
    message:
      "The client secret that this access token was issued for was rotated or revoked. Get a new token with the current secret.",
    fix: "renew",
  },
  seller_left: {
    sql: `t.kind <> 'online' OR ${SELLER_BELONGS("t")}`,
    check: "seller_belongs",
    message:
      "The seller this online token acts for no longer belongs to the company, or left it and joined again. Run the authorization flow again.",
  },
  signed_out: {
    sql: SESSION_NOT_ENDED("t"),
    check: "session_live",
    message:
      "The person this online token acts for has signed out. Run the authorization flow again.",
  },
} as const satisfies Conditions<TokenCondition>;

/** Why a known token is denied. */
export type DeniedState = keyof typeof TOKEN_CONDITIONS;

export type TokenState = "live" | DeniedState;

type FixableState = {
  [State in DeniedState]: (typeof TOKEN_CONDITIONS)[State] extends { fix: Fix } ? State : never;
}[DeniedState];

/** Whether a change of the client or by the platform helps; otherwise only a new token does. */
export function isFixable(state: DeniedState): state is FixableState {
  const { fix }: TokenCondition = TOKEN_CONDITIONS[state];
  return typeof fix === "object";
}

/** The state of a token `t` as one expression. */
export const TOKEN_STATE = firstFailed(TOKEN_CONDITIONS, (state) => `'${state}'`, "'live'");

/**
 * The scopes that a token `t` still has: those that its grant `g` (none for an organization's own token)
 * still contains and its client `c` is still registered for.
 */
export const EFFECTIVE_SCOPES = `
  array(SELECT s FROM unnest(t.scopes) AS s
    WHERE (g.id IS NULL OR s = ANY (g.scopes)) AND s = ANY (c.scopes))`;

/** The values of a `TokenKey`. */
export const TOKEN_KEY = { tokenHash: "bytea", tokenDay: "int4" } as const;

/** The access token `t` of the request `q`, its client `c`, and its grant `g`, to join. */
export const TOKEN_OF_REQUEST = `access_tokens t ON t.day = :day AND t.token_hash = q.token_hash
  JOIN clients c ON c.client_id = t.client_id
  LEFT JOIN grants g ON g.id = t.grant_id`;
