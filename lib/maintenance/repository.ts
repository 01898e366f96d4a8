import { compileSql, valuesInOrder } from "@/lib/kernel/db/compile-sql";
import type { OwnConnection } from "@/lib/kernel/db/own-connection";
import { numberValues } from "@/lib/maintenance/number-values";
import type { CleanUpRule } from "@/lib/maintenance/rules";

/** Maximum number of rows to examine, and delete, at once: few enough that their locks delay no one. */
export const BATCH_ROWS = 1_000;

/** The row after which a walk continues: its values in the columns that order it. */
export type Place = readonly string[];

/** The result of a batch. */
export type Batch = { deleted: number; isLast: boolean; place?: Place };

/**
 * Examines the next {@link BATCH_ROWS} rows of a walk and deletes the expired ones. A batch takes the same time however
 * large the table is. Rows locked by others, such as another process's clean-up, are skipped.
 *
 * @param retentionDays How long events are kept.
 * @param after Where the last batch ended, if the walk meets rows that are kept.
 */
export async function deleteBatch(
  client: OwnConnection,
  rule: CleanUpRule,
  retentionDays: number,
  after?: Place,
): Promise<Batch> {
  const { text, values } = batchStatement(rule, retentionDays, after);
  const { rows } = await client.query<{ seen: number; deleted: number; place: string[] }>(
    text,
    values,
  );
  const [batch] = rows;
  if (!batch) return { deleted: 0, isLast: true };
  const { seen, deleted, place } = batch;
  const isLast = seen < BATCH_ROWS || (rule.kept !== "some" && deleted === 0);
  return { deleted, isLast, ...(rule.kept !== "none" && { place }) };
}

/** The statement of a batch, for tests of its plan. */
export function batchStatement(
  { table, order, where = "true", isOver = "true" }: CleanUpRule,
  retentionDays: number,
  after?: Place,
): { text: string; values: unknown[] } {
  const columns = order.map(({ column }) => `t.${column}`).join(", ");
  const place = order.map(({ column }) => `t.${column}::text`).join(", ");
  const reached = order.map(({ type }, n) => `:after${n}::${type}`).join(", ");
  const range = after ? `${where} AND (${columns}) > (${reached})` : where;
  const { text, parameters } = compileSql(`
    WITH seen AS MATERIALIZED (
      SELECT t.ctid AS row, ARRAY[${place}] AS place, row_number() OVER (ORDER BY ${columns}) AS n
      FROM ${table} t WHERE ${range}
      ORDER BY ${columns} LIMIT ${BATCH_ROWS}),
    over AS MATERIALIZED (
      SELECT t.ctid FROM ${table} t
      WHERE t.ctid = ANY (ARRAY(SELECT row FROM seen)) AND ${where} AND ${isOver}
      FOR UPDATE SKIP LOCKED),
    gone AS (
      DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM over)) RETURNING 1)
    SELECT seen.n::int AS seen, (SELECT count(*) FROM gone)::int AS deleted, place
      FROM seen ORDER BY n DESC LIMIT 1`);
  const values = { retentionDays, ...numberValues("after", after ?? []) };
  return { text, values: valuesInOrder(parameters, values) };
}
