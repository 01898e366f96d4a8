import type { OwnConnection } from "@/lib/core/db/pool";
import { sql } from "@/lib/core/db/sql";
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

const byTime = (table: string, column: string, time: string): CleanUpRule => ({
  table,
  isOver: `t.${column} < ${time}`,
  order: { column, onlyOver: true },
});

const closedInvitations = (table: string): CleanUpRule => ({
  table,
  isOver: `coalesce(accepted_at, revoked_at, expires_at) < ${keptFrom("invitationDays")}`,
});

/** What is deleted, which has long been invalid: expiry is checked whenever a row is read, never by clean-up. */
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
  { table: "failed_attempts", isOver: "expire < extract(epoch FROM now()) * 1000" },
  { table: "owner_setup_links", isOver: "expires_at < now()" },
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

/** Maximum number of rows to examine in the order of an index at once: few enough that their locks delay no one. */
export const BATCH_ROWS = 1_000;

/** How many pages of a table to examine at once: about as many rows. */
export const BATCH_PAGES = 32;

/** The result of a batch; `nextPage` is where the next one begins, 0 if rows are found by an index. */
type Batch = { deleted: number; isLast: boolean; nextPage: number };

/** Examines the next rows and deletes expired ones, in the same time however large the table is; skips locked rows. */
export async function deleteBatch(
  client: OwnConnection,
  rule: CleanUpRule,
  retention: Retention,
  page = 0,
): Promise<Batch> {
  const [batch] = (await STATEMENTS.get(rule)?.(batchValues(retention, page), client)) ?? [];
  if (!batch) throw new Error(`There is no statement that cleans up ${rule.table}`);
  return { ...batch, nextPage: rule.order ? 0 : page + BATCH_PAGES };
}

/** The values of a batch. */
export function batchValues(retention: Retention, page: number) {
  const [from, to] = [page, page + BATCH_PAGES].map((number) => `(${number},0)`);
  return { ...retention, from, to, page };
}

/** The name of the statement of a rule. */
export function batchName({ table, order }: CleanUpRule): string {
  return `clean-up-${table}-by-${order?.column ?? "page"}`.replaceAll("_", "-");
}

function byIndex(
  { table, isOver }: CleanUpRule,
  { column, onlyOver }: NonNullable<CleanUpRule["order"]>,
): string {
  return `
    WITH seen AS MATERIALIZED (
      SELECT t.ctid FROM ${table} t ${onlyOver ? `WHERE ${isOver}` : ""} ORDER BY t.${column} LIMIT ${BATCH_ROWS}),
    over AS MATERIALIZED (
      SELECT t.ctid FROM ${table} t WHERE t.ctid = ANY (ARRAY(SELECT ctid FROM seen)) AND (${isOver})
      FOR UPDATE SKIP LOCKED),
    ${DELETE_THOSE_OVER(table)}
    SELECT (SELECT count(*) FROM gone)::int AS deleted,
      (SELECT count(*) FROM seen) < ${BATCH_ROWS} OR NOT EXISTS (SELECT FROM gone) AS "isLast"`;
}

function byPage({ table, isOver }: CleanUpRule): string {
  return `
    WITH over AS MATERIALIZED (
      SELECT t.ctid FROM ${table} t WHERE t.ctid >= :from::tid AND t.ctid < :to::tid AND (${isOver})
      FOR UPDATE SKIP LOCKED),
    ${DELETE_THOSE_OVER(table)}
    SELECT (SELECT count(*) FROM gone)::int AS deleted,
      (:page::bigint + ${BATCH_PAGES}) * current_setting('block_size')::bigint >= pg_relation_size('${table}') AS "isLast"`;
}

const DELETE_THOSE_OVER = (table: string) => `
    gone AS (DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM over)) RETURNING 1)`;

const STATEMENTS = new Map(
  cleanUpRules.map((rule) => [
    rule,
    sql<ReturnType<typeof batchValues>, { deleted: number; isLast: boolean }>(
      batchName(rule),
      { deleted: "int4", isLast: "bool" },
      rule.order ? byIndex(rule, rule.order) : byPage(rule),
    ),
  ]),
);
