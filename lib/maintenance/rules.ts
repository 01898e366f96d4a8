/** How a table is walked, and which of the rows met on the way are over for good. */
export type CleanUpRule = {
  table: string;
  /** An indexed column, in whose order rows are looked at. */
  column: string;
  /** Its type, for the place at which a walk goes on. */
  type: "timestamptz" | "text" | "bytea" | "bigint";
  /** Which rows are looked at; of these, `unless` are kept. */
  where?: string;
  isOver: string;
  /** The column grows with time, so that a batch of which all is kept ends the walk. */
  growing?: true;
};

// The one parameter: days for which events, the API log and ended invitations are kept.
export const RETENTION_DAYS = "$1";
const RETAINED_FROM = `now() - make_interval(days => ${RETENTION_DAYS})`;
const BEYOND_RETENTION = `created_at < ${RETAINED_FROM}`;

/** All rows whose time in an indexed column is so long ago. */
const byTime = (table: string, column: string, ago: string, isOver = "true"): CleanUpRule => ({
  table,
  column,
  type: "timestamptz",
  where: `t.${column} < now() - interval '${ago}'`,
  isOver,
});

/**
 * What goes, table by table: tokens before the codes that they came of. All of it has been refused
 * for long: expiry is checked whenever a row is read, and never left to this.
 */
export const cleanUpRules: readonly CleanUpRule[] = [
  // For a week the failure log can still tell an expired token from one that was made up.
  byTime("access_tokens", "expires_at", "7 days"),
  // For a month its client still hears why it is of no use.
  byTime("refresh_tokens", "expires_at", "30 days"),
  byTime("refresh_tokens", "revoked_at", "30 days"),
  // A replayed code revokes what came of it, and rotation takes turns on it: it outlives its tokens.
  byTime(
    "authorization_codes",
    "second_use_expires_at",
    "30 days",
    `NOT EXISTS (SELECT 1 FROM access_tokens a WHERE a.code_hash = t.code_hash)
     AND NOT EXISTS (SELECT 1 FROM refresh_tokens r WHERE r.code_hash = t.code_hash)`,
  ),
  byTime("pushed_requests", "expires_at", "1 day"),
  byTime("authorization_requests", "expires_at", "1 day"),
  byTime("user_sessions", "expires_at", "30 days"),
  byTime("user_sessions", "ended_at", "30 days"),
  byTime("idempotent_requests", "expires_at", "0"),
  {
    table: "failed_attempts",
    column: "key",
    type: "text",
    isOver: "expire < extract(epoch FROM now()) * 1000",
  },
  { table: "owner_setup_links", column: "token_hash", type: "bytea", isOver: "expires_at < now()" },
  {
    // Those that were delivered or given up; a call that waits is kept however long it waits.
    table: "deliveries",
    column: "id",
    type: "text",
    isOver: "next_attempt_at IS NULL AND created_at < now() - interval '90 days'",
  },
  {
    // However it ended: accepted, revoked or run out. Audit rows say who invited and who joined.
    table: "invitations",
    column: "id",
    type: "text",
    isOver: `coalesce(accepted_at, revoked_at, expires_at) < ${RETAINED_FROM}`,
  },
  {
    table: "authorization_events",
    column: "id",
    type: "bigint",
    isOver: BEYOND_RETENTION,
    growing: true,
  },
  { table: "api_calls", column: "id", type: "bigint", isOver: BEYOND_RETENTION, growing: true },
];
