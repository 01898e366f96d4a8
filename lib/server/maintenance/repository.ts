import type { OwnConnection } from "@/lib/core/db/own-connection";
import { sql } from "@/lib/core/db/sql";
import type { Retention } from "@/lib/core/env/retention-settings";
import { type CleanUpRule, cleanUpRules } from "@/lib/server/maintenance/rules";

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
