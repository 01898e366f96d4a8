import { plannedQuery } from "@/lib/db/pool";

/** Rows that are deleted at once: few enough that nobody waits for their locks. */
export const BATCH_ROWS = 1_000;

/** When rows of a table are over for good. */
export type CleanUpRule = { table: string; isOver: string };

// The one parameter: days for which events, the API log and ended invitations are kept.
const RETAINED_FROM = "now() - make_interval(days => $1)";
const BEYOND_RETENTION = `created_at < ${RETAINED_FROM}`;

/**
 * What goes, table by table: tokens before the codes that they came of. All of it has been refused
 * for long: expiry is checked whenever a row is read, and never left to this.
 */
export const cleanUpRules: readonly CleanUpRule[] = [
  {
    // For a week the failure log can still tell an expired token from one that was made up.
    table: "access_tokens",
    isOver: "expires_at < now() - interval '7 days'",
  },
  {
    // For a month its client still hears why it is of no use.
    table: "refresh_tokens",
    isOver: "expires_at < now() - interval '30 days' OR revoked_at < now() - interval '30 days'",
  },
  {
    // A replayed code revokes what came of it, and rotation takes turns on it: it outlives its tokens.
    table: "authorization_codes",
    isOver: `
      second_use_expires_at < now() - interval '30 days'
      AND NOT EXISTS (SELECT 1 FROM access_tokens a WHERE a.code_hash = t.code_hash)
      AND NOT EXISTS (SELECT 1 FROM refresh_tokens r WHERE r.code_hash = t.code_hash)`,
  },
  { table: "pushed_requests", isOver: "expires_at < now() - interval '1 day'" },
  { table: "authorization_requests", isOver: "expires_at < now() - interval '1 day'" },
  {
    table: "user_sessions",
    isOver: "expires_at < now() - interval '30 days' OR ended_at < now() - interval '30 days'",
  },
  { table: "idempotent_requests", isOver: "expires_at < now()" },
  { table: "failed_attempts", isOver: "expire < extract(epoch FROM now()) * 1000" },
  { table: "owner_setup_links", isOver: "expires_at < now()" },
  {
    // Those that were delivered or given up; a call that waits is kept however long it waits.
    table: "deliveries",
    isOver: "next_attempt_at IS NULL AND created_at < now() - interval '90 days'",
  },
  {
    // However it ended: accepted, revoked or run out. Audit rows say who invited and who joined.
    table: "invitations",
    isOver: `coalesce(accepted_at, revoked_at, expires_at) < ${RETAINED_FROM}`,
  },
  { table: "authorization_events", isOver: BEYOND_RETENTION },
  { table: "api_calls", isOver: BEYOND_RETENTION },
];

/**
 * Deletes up to {@link BATCH_ROWS} rows of a table that are over. Rows that somebody else works on,
 * another process's clean-up for one, are passed over.
 * @param retentionDays how long events are kept
 * @returns how many rows were deleted
 */
export async function deleteBatch(
  { table, isOver }: CleanUpRule,
  retentionDays: number,
): Promise<number> {
  const statement = `
    DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT t.ctid FROM ${table} t WHERE ${isOver} LIMIT ${BATCH_ROWS} FOR UPDATE SKIP LOCKED))
    RETURNING 1`;
  const rows = await plannedQuery(statement, isOver.includes("$1") ? [retentionDays] : []);
  return rows.length;
}
