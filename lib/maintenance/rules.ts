/** How a table is walked, and which of the rows met on the way are over for good. */
export type CleanUpRule = {
  table: string;
  /** Columns that an index begins with, in whose order rows are looked at, and their types. */
  order: readonly { column: string; type: "timestamptz" | "text" | "bytea" | "bigint" }[];
  /** Which rows are looked at; all of them if left out. */
  where?: string;
  /** Which of these are deleted; all of them if left out. */
  isOver?: string;
  /**
   * Which rows the walk meets that are kept: `none`, so that it always starts at what is left; `later`, after all
   * that are over; or `some`, anywhere, so that it goes on after them. The last two need an order without ties.
   */
  kept: "none" | "later" | "some";
};

// The one parameter: days for which events, the API log and ended invitations are kept.
export const RETENTION_DAYS = "$1";
const RETAINED_FROM = `now() - make_interval(days => ${RETENTION_DAYS})`;
const BEYOND_RETENTION = `created_at < ${RETAINED_FROM}`;

const longAgo = (column: string, ago: string) => `t.${column} < now() - interval '${ago}'`;

/** All rows whose time in an indexed column is so long ago. */
const byTime = (table: string, column: string, ago: string): CleanUpRule => ({
  table,
  order: [{ column, type: "timestamptz" }],
  where: longAgo(column, ago),
  kept: "none",
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
  {
    // A replayed code revokes what came of it, and rotation takes turns on it: it outlives its tokens.
    table: "authorization_codes",
    order: [
      { column: "second_use_expires_at", type: "timestamptz" },
      { column: "code_hash", type: "bytea" },
    ],
    where: longAgo("second_use_expires_at", "30 days"),
    isOver: `NOT EXISTS (SELECT 1 FROM access_tokens a WHERE a.code_hash = t.code_hash)
      AND NOT EXISTS (SELECT 1 FROM refresh_tokens r WHERE r.code_hash = t.code_hash)`,
    kept: "some",
  },
  byTime("pushed_requests", "expires_at", "1 day"),
  byTime("authorization_requests", "expires_at", "1 day"),
  byTime("user_sessions", "expires_at", "30 days"),
  byTime("user_sessions", "ended_at", "30 days"),
  byTime("idempotent_requests", "expires_at", "0"),
  {
    table: "failed_attempts",
    order: [{ column: "key", type: "text" }],
    kept: "some",
    isOver: "expire < extract(epoch FROM now()) * 1000",
  },
  {
    table: "owner_setup_links",
    order: [{ column: "token_hash", type: "bytea" }],
    kept: "some",
    isOver: "expires_at < now()",
  },
  {
    // Those that were delivered or given up; a call that waits is kept however long it waits.
    table: "deliveries",
    order: [{ column: "id", type: "text" }],
    kept: "some",
    isOver: "next_attempt_at IS NULL AND created_at < now() - interval '90 days'",
  },
  {
    // However it ended: accepted, revoked or run out. Audit rows say who invited and who joined.
    table: "invitations",
    order: [{ column: "id", type: "text" }],
    kept: "some",
    isOver: `coalesce(accepted_at, revoked_at, expires_at) < ${RETAINED_FROM}`,
  },
  {
    table: "authorization_events",
    order: [{ column: "id", type: "bigint" }],
    kept: "later",
    isOver: BEYOND_RETENTION,
  },
  {
    table: "api_calls",
    order: [{ column: "id", type: "bigint" }],
    kept: "later",
    isOver: BEYOND_RETENTION,
  },
];
