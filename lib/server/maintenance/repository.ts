import { compileSql, valuesInOrder } from "@/lib/core/db/compile-sql";
import type { OwnConnection } from "@/lib/core/db/own-connection";
import type { Retention } from "@/lib/core/retention-settings";
import type { CleanUpRule } from "@/lib/server/maintenance/rules";

/** Maximum number of rows to examine in the order of an index at once: few enough that their locks delay no one. */
export const BATCH_ROWS = 1_000;

/** How many pages of a table to examine at once: about as many rows. */
export const BATCH_PAGES = 32;

/** The result of a batch; `nextPage` is where the next one begins, 0 if rows are found by an index. */
export type Batch = { deleted: number; isLast: boolean; nextPage: number };

/**
 * Examines the next rows of a table and deletes the expired ones. A batch takes the same time however large the table
 * is. Rows locked by others, such as another process's clean-up, are skipped.
 *
 * @param page Where the batch begins if the table is read page by page.
 */
export async function deleteBatch(
  client: OwnConnection,
  rule: CleanUpRule,
  retention: Retention,
  page = 0,
): Promise<Batch> {
  const { text, values } = batchStatement(rule, retention, page);
  const { rows } = await client.query<{ deleted: number; isLast: boolean }>(text, values);
  const [batch] = rows;
  if (!batch) throw new Error("A SELECT without FROM has one row");
  return { ...batch, nextPage: rule.order ? 0 : page + BATCH_PAGES };
}

/** The statement of a batch, for tests of its plan. */
export function batchStatement(
  rule: CleanUpRule,
  retention: Retention,
  page: number,
): { text: string; values: unknown[] } {
  const { text, parameters } = compileSql(rule.order ? byIndex(rule, rule.order) : byPage(rule));
  const [from, to] = [page, page + BATCH_PAGES].map((number) => `(${number},0)`);
  return { text, values: valuesInOrder(parameters, { ...retention, from, to, page }) };
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
