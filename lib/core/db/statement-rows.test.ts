import type { Connection, FieldDef, PoolClient } from "pg";
import { expect, it, onTestFinished } from "vitest";
import { pool } from "@/lib/core/db/pool";
import { loadProductStatements } from "@/test/process/product-statements";

const { rows: types } = await pool().query<{ oid: number; name: string }>(`
  SELECT oid::int, CASE WHEN typtype = 'e' THEN 'text' ELSE typname END AS name FROM pg_type`);
const TYPE_NAMES = new Map(types.map(({ oid, name }) => [oid, name]));
TYPE_NAMES.set(1043, "text").set(1009, "text[]").set(1015, "text[]");

const { rows: nullable } = await pool().query<{ key: string }>(`
  SELECT attrelid || '.' || attnum AS key FROM pg_attribute WHERE attnum > 0 AND NOT attnotnull AND attndims = 0`);
const NULLABLE = new Set(nullable.map(({ key }) => key));

/** The columns that a statement would return. It is parsed but not run, so it needs no values. */
function describeColumns(client: PoolClient, text: string): Promise<FieldDef[]> {
  return new Promise((resolve, reject) => {
    let columns: FieldDef[] = [];
    client.query({
      submit(connection: Connection) {
        connection.parse({ name: "", text, types: [] }, true);
        connection.describe({ type: "S", name: "" }, true);
        connection.sync();
      },
      handleRowDescription: ({ fields }: { fields: FieldDef[] }) => {
        columns = fields;
      },
      handleReadyForQuery: () => resolve(columns),
      handleError: reject,
    });
  });
}

it.each(await loadProductStatements())(
  "%s returns the columns that its row type declares",
  async (_name, { text, columns }) => {
    const client = await pool().connect();
    onTestFinished(() => client.release());
    const described = await describeColumns(client, text);
    const returned = described.map(({ name, dataTypeID, tableID, columnID }) => {
      const canBeNull = NULLABLE.has(`${tableID}.${columnID}`);
      const [suffix = canBeNull ? "?" : ""] = /[?!]$/.exec(columns[name] ?? "") ?? [];
      return [name, `${TYPE_NAMES.get(dataTypeID)}${suffix}`];
    });
    // A statement without declared columns is run for its effect.
    expect(Object.keys(columns).length > 0 ? Object.fromEntries(returned) : {}).toEqual(columns);
  },
);
