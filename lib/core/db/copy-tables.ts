import { Client } from "pg";
import { columnTypes, connected } from "@/lib/core/db/pool";
import { compileSql, sql } from "@/lib/core/db/sql";

const ROWS_AT_ONCE = 500;

/** A partition with its bounds, as PostgreSQL prints them. */
type Partition = { table: string; partition: string; bounds: string };

/** A sequence with its last value; null if it was never used. */
type Sequence = { name: string; value: string | null };

const listTableRows = sql<object, { name: string }>(
  "list-tables",
  { name: "text" },
  `SELECT relname::text AS name FROM pg_class
   WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
   ORDER BY relname`,
);

const HISTORY = "_prisma_migrations";

/** The tables whose rows are data: neither partitions, whose rows are those of their table, nor the migrations. */
export async function listTables(client: Client): Promise<string[]> {
  const rows = await listTableRows({}, client);
  return rows.map(({ name }) => name).filter((name) => name !== HISTORY);
}

export const listPartitions = sql<object, Partition>(
  "list-partitions",
  { table: "text", partition: "text", bounds: "text" },
  `SELECT p.relname::text AS "table", c.relname::text AS "partition", pg_get_expr(c.relpartbound, c.oid) AS bounds
   FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
   WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' ORDER BY 2`,
);

export const listSequences = sql<object, Sequence>(
  "list-sequences",
  { name: "text", value: "text?" },
  `SELECT sequencename::text AS name, last_value::text AS value FROM pg_sequences
   WHERE schemaname = current_schema() ORDER BY 1`,
);

const listColumns = sql<{ table: string }, { name: string }>(
  "list-stored-columns",
  { name: "text" },
  `SELECT attname::text AS name FROM pg_attribute
   WHERE attrelid = to_regclass(quote_ident(:table)) AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
   ORDER BY attnum`,
);

const listForeignKeys = sql<object, { table: string; name: string; definition: string }>(
  "list-foreign-keys",
  { table: "text", name: "text", definition: "text" },
  `SELECT conrelid::regclass::text AS "table", conname::text AS name, pg_get_constraintdef(oid) AS definition
   FROM pg_constraint
   WHERE connamespace = current_schema()::regnamespace AND contype = 'f' AND conparentid = 0 ORDER BY 1, 2`,
);

/** Runs `work` on a connection of its own, for the role of the address, without a limit on statements. */
export function withClient<T>(
  url: string,
  name: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const config = { connectionString: url, application_name: name, types: columnTypes };
  return connected(new Client(config), work);
}

/** Runs `work` in a transaction in which every statement sees the database as it is now. */
export async function withSnapshot<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  const result = await work();
  await client.query("COMMIT");
  return result;
}

/** The rows of a table in batches, each as PostgreSQL prints a row. Only in a transaction. */
export async function* readRows(client: Client, table: string): AsyncGenerator<string[]> {
  await client.query(
    `DECLARE stored_rows NO SCROLL CURSOR FOR SELECT t::text AS stored FROM ${client.escapeIdentifier(table)} t`,
  );
  for (;;) {
    const { rows } = await client.query<{ stored: string }>(
      `FETCH ${ROWS_AT_ONCE} FROM stored_rows`,
    );
    if (rows.length > 0) yield rows.map(({ stored }) => stored);
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await client.query("CLOSE stored_rows");
}

/**
 * Fills the migrated tables of an empty database in one transaction, without their triggers, which have run before, and
 * without foreign keys, which are checked at the end.
 * @returns the number of rows by table, counted in the database
 */
export async function fillTables(
  client: Client,
  { partitions, sequences }: { partitions: readonly Partition[]; sequences: readonly Sequence[] },
  rowsOf: (table: string) => AsyncIterable<string[]>,
): Promise<ReadonlyMap<string, number>> {
  const quote = (name: string) => client.escapeIdentifier(name);
  await client.query("BEGIN");
  const existing = await listPartitions({}, client);
  for (const { table, partition, bounds } of partitions) {
    if (existing.some((each) => each.partition === partition)) continue;
    await client.query(`CREATE TABLE ${quote(partition)} (LIKE ${quote(table)} INCLUDING ALL)`);
    await client.query(
      `ALTER TABLE ${quote(table)} ATTACH PARTITION ${quote(partition)} ${bounds}`,
    );
  }
  const tables = await listTables(client);
  const foreignKeys = await listForeignKeys({}, client);
  for (const { table, name } of foreignKeys) {
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quote(name)}`);
  }
  for (const table of tables) {
    await client.query(`ALTER TABLE ${quote(table)} DISABLE TRIGGER USER`);
    // What the migrations stored is in the backup, too.
    await client.query(`DELETE FROM ${quote(table)}`);
    const columns = await listColumns({ table }, client);
    const insert = insertStatement(
      quote(table),
      columns.map(({ name }) => quote(name)),
    );
    for await (const rows of rowsOf(table)) await client.query(insert, [rows]);
    await client.query(`ALTER TABLE ${quote(table)} ENABLE TRIGGER USER`);
  }
  for (const { table, name, definition } of foreignKeys) {
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${quote(name)} ${definition}`);
  }
  for (const { name, value } of sequences) {
    if (value === null) continue;
    await client.query(
      `SELECT setval(${client.escapeLiteral(name)}, ${client.escapeLiteral(value)})`,
    );
  }
  const counts = new Map<string, number>();
  for (const table of tables) {
    const { rows } = await client.query<{ count: number }>(`SELECT count(*) FROM ${quote(table)}`);
    counts.set(table, rows[0]?.count ?? 0);
  }
  await client.query("COMMIT");
  await client.query("ANALYZE");
  return counts;
}

// OFFSET 0 keeps PostgreSQL from reading the text of a row again for each of its columns.
function insertStatement(table: string, columns: readonly string[]): string {
  const { text } = compileSql(`INSERT INTO ${table} (${columns.join(", ")})
    SELECT ${columns.map((column) => `(l.stored).${column}`).join(", ")}
    FROM unnest(:rows::text[]) AS r, LATERAL (SELECT r::${table} AS stored OFFSET 0) AS l`);
  return text;
}
