import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Connection, FieldDef, PoolClient } from "pg";
import { expect, it, onTestFinished } from "vitest";
import { declaredStatements } from "@/lib/core/db/declared-sql";
import { pool } from "@/lib/core/db/pool";

const DECLARES_STATEMENT = /\b(?:sql|batch|\w*statements?)[<(]/i;
const LIB = resolve("lib");

const modules = readdirSync(LIB, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .map((file) => join(LIB, file))
  .filter((file) => DECLARES_STATEMENT.test(readFileSync(file, "utf8")));
await Promise.all(modules.map((file) => import(/* @vite-ignore */ file)));

const { rows: types } = await pool().query<{ oid: number; name: string }>(`
  SELECT oid::int, CASE WHEN typtype = 'e' THEN 'text' ELSE typname END AS name FROM pg_type`);
const TYPE_NAMES = new Map(types.map(({ oid, name }) => [oid, name]));
TYPE_NAMES.set(1043, "text").set(1009, "text[]").set(1015, "text[]");

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

it.each([...declaredStatements()])(
  "%s returns the columns that its row type declares",
  async (_name, { text, columns }) => {
    const client = await pool().connect();
    onTestFinished(() => client.release());
    const described = await describeColumns(client, text);
    const returned = described.map(({ name, dataTypeID }) => [name, TYPE_NAMES.get(dataTypeID)]);
    // A statement without declared columns is run for its effect.
    const declared = Object.keys(columns).length > 0;
    expect(declared ? Object.fromEntries(returned) : {}).toEqual(columns);
  },
);
