/** Which rows of a table are deleted, and how they are found. */
export type CleanUpRule = {
  table: string;
  /** Which rows are deleted. */
  isOver: string;
  /**
   * The indexed column in whose order rows are examined, from the lowest; if omitted, all pages of the table are read.
   * `onlyOver` examines no other rows, for which the index must be on the time in `isOver`. Otherwise the run ends at the
   * first batch without a row to delete.
   */
  order?: { column: string; onlyOver: boolean };
};

// The only parameter, :retentionDays: for how many days events, totals of the API log and closed invitations are kept.
const RETAINED_FROM = `now() - make_interval(days => :retentionDays)`;
const BEYOND_RETENTION = `created_at < ${RETAINED_FROM}`;

const longAgo = (column: string, ago: string) => `t.${column} < now() - interval '${ago}'`;

/** All rows with a timestamp this old in an indexed column. */
const byTime = (table: string, column: string, ago: string): CleanUpRule => ({
  table,
  isOver: longAgo(column, ago),
  order: { column, onlyOver: true },
});

/** Invitations that were accepted, revoked or expired long ago. */
const closedInvitations = (table: string): CleanUpRule => ({
  table,
  isOver: `coalesce(accepted_at, revoked_at, expires_at) < ${RETAINED_FROM}`,
});

/**
 * What is deleted, table by table. All of it has long been invalid, because expiry is checked whenever a row is read and
 * never depends on clean-up.
 */
export const cleanUpRules: readonly CleanUpRule[] = [
  // For a week, the failure log can distinguish an expired token from an invented one. Tokens that encode a day are dropped with that day's partition.
  byTime("access_tokens_0", "expires_at", "7 days"),
  byTime("access_tokens_default", "expires_at", "7 days"),
  // For a month, its client still gets an explanation of why it is invalid.
  // Each use moves the expiry, so an index on it would cost more than reading the table.
  {
    table: "refresh_tokens",
    isOver: `${longAgo("expires_at", "30 days")} OR ${longAgo("revoked_at", "30 days")}`,
  },
  // Until then a replay is recognized and ends the tokens issued from the code. Codes that encode a day are dropped with that day's partition.
  byTime("authorization_codes_0", "second_use_expires_at", "30 days"),
  byTime("authorization_codes_default", "second_use_expires_at", "30 days"),
  byTime("ended_token_families", "expires_at", "0"),
  {
    // Unused images. Uploading one again renews its age, so none is deleted while a change starts to use it.
    table: "images",
    isOver: `${longAgo("created_at", "1 day")}
      AND NOT EXISTS (SELECT 1 FROM clients c WHERE c.logo_id = t.id)
      AND t.id IS DISTINCT FROM (SELECT b.logo_id FROM brand b WHERE b.id = 'brand')`,
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
    isOver: "expire < extract(epoch FROM now()) * 1000",
  },
  {
    table: "owner_setup_links",
    isOver: "expires_at < now()",
  },
  {
    // Delivered or abandoned calls; waiting ones are kept for as long as they wait.
    table: "deliveries",
    isOver: "next_attempt_at IS NULL AND created_at < now() - interval '90 days'",
  },
  // The audit log records who invited and who joined.
  closedInvitations("invitations"),
  closedInvitations("company_invitations"),
  // Later days are dropped whole.
  ...["authorization_events_0", "authorization_events_default"].map((table) => ({
    table,
    isOver: BEYOND_RETENTION,
    order: { column: "id", onlyOver: false },
  })),
  {
    table: "call_totals",
    isOver: `t.day < ((${RETAINED_FROM}) AT TIME ZONE 'UTC')::date`,
    order: { column: "day", onlyOver: true },
  },
];
