import type { OwnConnection } from "@/lib/db/own-connection";
import { type CleanUpRule, RETENTION_DAYS } from "@/lib/maintenance/rules";

/** Rows that are looked at, and at most deleted, at once: few enough that nobody waits for their locks. */
export const BATCH_ROWS = 1_000;

/** Where a walk goes on: after that value of its column, and that row among those with the same. */
export type Place = { value: string; row: string };

/** What a batch came to. `next` is missing when the walk is over. */
export type Batch = { deleted: number; next?: Place };

/**
 * Looks at the next {@link BATCH_ROWS} rows of a walk and deletes those that are over: however large the table
 * and however much of it is kept, a batch does not get slower. Rows that somebody else works
 * on, another process's clean-up for one, are passed over.
 *
 * @param retentionDays How long events are kept.
 * @param after Where the last batch ended.
 */
export async function deleteBatch(
  client: OwnConnection,
  rule: CleanUpRule,
  retentionDays: number,
  after?: Place,
): Promise<Batch> {
  const { text, values } = batchStatement(rule, retentionDays, after);
  const { rows } = await client.query<{
    seen: number;
    deleted: number;
    value: string;
    row: string;
  }>(text, values);
  const [batch] = rows;
  if (!batch) return { deleted: 0 };
  const { seen, deleted, value, row } = batch;
  const isOver = seen < BATCH_ROWS || (rule.growing && deleted === 0);
  return isOver ? { deleted } : { deleted, next: { value, row } };
}

/** The statement of a batch, for tests that look at its plan. */
export function batchStatement(
  { table, column, type, where = "true", isOver }: CleanUpRule,
  retentionDays: number,
  after?: Place,
): { text: string; values: unknown[] } {
  const values: unknown[] = isOver.includes(RETENTION_DAYS) ? [retentionDays] : [];
  let range = where;
  if (after) {
    const value = `$${values.push(after.value)}::${type}`;
    const row = `$${values.push(after.row)}::tid`;
    range += ` AND t.${column} >= ${value} AND (t.${column}, t.ctid) > (${value}, ${row})`;
  }
  const text = `
    WITH seen AS MATERIALIZED (
      SELECT t.${column} AS value, t.ctid AS row FROM ${table} t WHERE ${range}
      ORDER BY t.${column}, t.ctid LIMIT ${BATCH_ROWS}),
    over AS MATERIALIZED (
      SELECT t.ctid FROM ${table} t
      WHERE t.ctid = ANY (ARRAY(SELECT row FROM seen)) AND ${where} AND ${isOver}
      FOR UPDATE SKIP LOCKED),
    gone AS (
      DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM over)) RETURNING 1)
    SELECT count(*) OVER ()::int AS seen, (SELECT count(*) FROM gone)::int AS deleted,
           seen.value::text AS value, seen.row::text AS row
      FROM seen ORDER BY seen.value DESC, seen.row DESC LIMIT 1`;
  return { text, values };
}
