/**
 * Inserts rows in one statement.
 *
 * @param {import("pg").Client} connection
 * @param {string} table
 * @param {Readonly<Record<string, string>>} columns PostgreSQL types by name; JSON values are strings.
 * @param {readonly (readonly unknown[])[]} rows Values in the order of the columns.
 */
export async function insertRows(connection, table, columns, rows) {
  const names = Object.keys(columns).map((name) => `"${name}"`);
  const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`);
  await connection.query(
    `INSERT INTO "${table}" (${names}) SELECT * FROM unnest(${arrays})`,
    names.map((_, index) => rows.map((row) => row[index])),
  );
}
