import { randomBytes } from "node:crypto";
import pg from "pg";

/** Connects to a peer's database. */
export async function connect(databaseUrl) {
  const connection = new pg.Client({ connectionString: databaseUrl });
  await connection.connect();
  return connection;
}

/** Each of the installations in turn, with a new token. */
export function newCredentials(installations, count) {
  return Array.from({ length: count }, (_, index) => ({
    ...installations[index % installations.length],
    token: random(),
  }));
}

/** 32 random bytes in base64url. */
export function random() {
  return randomBytes(32).toString("base64url");
}

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
