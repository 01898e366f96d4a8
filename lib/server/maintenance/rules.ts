import type { Retention } from "@/lib/core/env/retention-settings";

/** Which rows of a table are deleted, and how they are found. */
export type CleanUpRule = {
  table: string;
  /** Which rows are deleted. The parameters are the values of `Retention`. */
  isOver: string;
  /**
   * The indexed column in whose order rows are examined, from the lowest; if omitted, all pages of the table are read.
   * `onlyOver` examines no other rows, for which the index must be on the time in `isOver`. Otherwise the run ends at the
   * first batch without a row to delete.
   */
  order?: { column: string; onlyOver: boolean };
};

const NOW = "now()";
const A_DAY_AGO = "now() - interval '1 day'";

/** The time from which rows are kept, as SQL. */
const keptFrom = (days: keyof Retention) => `now() - make_interval(days => :${days})`;

/** All rows with a timestamp before this time in an indexed column. */
const byTime = (table: string, column: string, time: string): CleanUpRule => ({
  table,
  isOver: `t.${column} < ${time}`,
  order: { column, onlyOver: true },
});

/** Invitations that were accepted, revoked or expired long ago. */
const closedInvitations = (table: string): CleanUpRule => ({
  table,
  isOver: `coalesce(accepted_at, revoked_at, expires_at) < ${keptFrom("invitationDays")}`,
});

/**
 * What is deleted, table by table. All of it has long been invalid, because expiry is checked whenever a row is read and
 * never depends on clean-up.
 */
export const cleanUpRules: readonly CleanUpRule[] = [
  // While expired tokens are kept, the failure log can distinguish them from invented ones. Those that encode a day are
  // dropped with that day's partition; imported ones encode none.
  byTime("access_tokens_0", "expires_at", keptFrom("accessTokenDays")),
  byTime("access_tokens_default", "expires_at", keptFrom("accessTokenDays")),
  // While one is kept, its client gets an explanation of why it is invalid.
  // Each use moves the expiry, so an index on it would cost more than reading the table.
  {
    table: "refresh_tokens",
    isOver: `least(t.expires_at, t.revoked_at) < ${keptFrom("refreshTokenDays")}`,
  },
  // While a code is kept, a replay is recognized and ends the tokens issued from the code. Codes that encode a day are
  // dropped with that day's partition.
  byTime("authorization_codes_default", "second_use_expires_at", keptFrom("codeDays")),
  byTime("ended_token_families", "expires_at", NOW),
  {
    // Unused images. Uploading one again renews its age, so none is deleted while a change starts to use it.
    table: "images",
    isOver: `t.created_at < ${A_DAY_AGO}
      AND NOT EXISTS (SELECT 1 FROM clients c WHERE c.logo_id = t.id)
      AND NOT EXISTS (SELECT 1 FROM clients c WHERE c.review #>> '{proposed,logoId}' = t.id)
      AND t.id IS DISTINCT FROM (SELECT b.logo_id FROM brand b WHERE b.id = 'brand')`,
  },
  byTime("authorization_requests", "expires_at", A_DAY_AGO),
  byTime("user_sessions", "expires_at", keptFrom("sessionDays")),
  byTime("user_sessions", "ended_at", keptFrom("sessionDays")),
  byTime("provider_replays", "expires_at", NOW),
  byTime("idempotent_requests", "expires_at", NOW),
  byTime("password_reset_links", "expires_at", A_DAY_AGO),
  byTime("service_tokens", "expires_at", A_DAY_AGO),
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
    isOver: `next_attempt_at IS NULL AND created_at < ${keptFrom("deliveryDays")}`,
  },
  // The audit log records who invited and who joined.
  closedInvitations("invitations"),
  closedInvitations("company_invitations"),
  // Days with a partition are dropped whole.
  {
    table: "authorization_events_default",
    isOver: `created_at < ${keptFrom("eventDays")}`,
    order: { column: "id", onlyOver: false },
  },
  {
    table: "call_totals",
    isOver: `t.day < ((${keptFrom("callDays")}) AT TIME ZONE 'UTC')::date`,
    order: { column: "day", onlyOver: true },
  },
  byTime("call_hours", "hour", keptFrom("callDays")),
  byTime("event_totals", "hour", keptFrom("eventDays")),
  {
    // What they resolved is no longer on record.
    table: "issue_resolutions",
    isOver: `resolved_at < ${keptFrom("eventDays")}`,
  },
];
