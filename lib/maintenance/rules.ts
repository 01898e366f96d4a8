/** How a table is walked, and which rows are deleted on the way. */
export type CleanUpRule = {
  table: string;
  /** The leading columns of an index, in whose order rows are examined, with their types. */
  order: readonly { column: string; type: "timestamptz" | "date" | "text" | "bytea" | "bigint" }[];
  /** Which rows are examined; all if omitted. */
  where?: string;
  /** Which of these are deleted; all if omitted. */
  isOver?: string;
  /**
   * Which kept rows the walk meets: `none`, so it always starts from the beginning; `later`, after all deleted ones; or
   * `some`, anywhere, so it continues after them. The last two need an order without ties.
   */
  kept: "none" | "later" | "some";
};

// The only parameter, :retentionDays: for how many days events, totals of the API log and closed invitations are kept.
const RETAINED_FROM = `now() - make_interval(days => :retentionDays)`;
const BEYOND_RETENTION = `created_at < ${RETAINED_FROM}`;

const longAgo = (column: string, ago: string) => `t.${column} < now() - interval '${ago}'`;

/** All rows with a timestamp this old in an indexed column. */
const byTime = (table: string, column: string, ago: string): CleanUpRule => ({
  table,
  order: [{ column, type: "timestamptz" }],
  where: longAgo(column, ago),
  kept: "none",
});

/** Invitations that were accepted, revoked or expired long ago. */
const closedInvitations = (table: string): CleanUpRule => ({
  table,
  order: [{ column: "id", type: "text" }],
  kept: "some",
  isOver: `coalesce(accepted_at, revoked_at, expires_at) < ${RETAINED_FROM}`,
});

/**
 * What is deleted, table by table. All of it has long been invalid, because expiry is checked whenever a row is read and
 * never depends on clean-up.
 */
export const cleanUpRules: readonly CleanUpRule[] = [
  // For a week, the failure log can distinguish an expired token from an invented one. Tokens that encode a day are dropped with it.
  byTime("access_tokens_0", "expires_at", "7 days"),
  byTime("access_tokens_default", "expires_at", "7 days"),
  // For a month, its client still gets an explanation of why it is invalid.
  byTime("refresh_tokens", "expires_at", "30 days"),
  byTime("refresh_tokens", "revoked_at", "30 days"),
  // Until then a replay is recognized and ends the tokens issued from the code. Codes that encode a day are dropped with it.
  byTime("authorization_codes_0", "second_use_expires_at", "30 days"),
  byTime("authorization_codes_default", "second_use_expires_at", "30 days"),
  byTime("ended_token_families", "expires_at", "0"),
  {
    // Unused images. Uploading one again renews its age, so none is deleted while a change starts to use it.
    table: "images",
    order: [{ column: "id", type: "text" }],
    isOver: `${longAgo("created_at", "1 day")}
      AND NOT EXISTS (SELECT 1 FROM clients c WHERE c.logo_id = t.id)
      AND t.id IS DISTINCT FROM (SELECT b.logo_id FROM brand b WHERE b.id = 'brand')`,
    kept: "some",
  },
  byTime("pushed_requests", "expires_at", "1 day"),
  byTime("authorization_requests", "expires_at", "1 day"),
  byTime("user_sessions", "expires_at", "30 days"),
  byTime("user_sessions", "ended_at", "30 days"),
  byTime("provider_replays", "expires_at", "0"),
  byTime("idempotent_requests", "expires_at", "0"),
  byTime("password_reset_links", "expires_at", "1 day"),
  byTime("service_tokens", "expires_at", "1 day"),
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
    // Delivered or abandoned calls; waiting ones are kept for as long as they wait.
    table: "deliveries",
    order: [{ column: "id", type: "text" }],
    kept: "some",
    isOver: "next_attempt_at IS NULL AND created_at < now() - interval '90 days'",
  },
  // The audit log records who invited and who joined.
  closedInvitations("invitations"),
  closedInvitations("company_invitations"),
  {
    table: "authorization_events",
    order: [{ column: "id", type: "bigint" }],
    kept: "later",
    isOver: BEYOND_RETENTION,
  },
  {
    table: "call_totals",
    order: [{ column: "day", type: "date" }],
    where: `t.day < ((${RETAINED_FROM}) AT TIME ZONE 'UTC')::date`,
    kept: "none",
  },
];
