import { types } from "pg";
import { expect, it } from "vitest";
import { pool } from "@/lib/kernel/db/pool";
import { declaredStatements } from "@/lib/kernel/db/statement";

await Promise.all(
  Object.values(import.meta.glob("/lib/**/{*repository,statements,check-readiness,find-*}.ts")).map(
    (load) => load(),
  ),
);

const TYPE_NAMES = new Map<number, string>([
  [types.builtins.TEXT, "text"],
  [types.builtins.VARCHAR, "text"],
  [types.builtins.INT4, "int4"],
  [types.builtins.INT8, "int8"],
  [types.builtins.FLOAT8, "float8"],
  [types.builtins.BOOL, "bool"],
  [types.builtins.TIMESTAMPTZ, "timestamptz"],
  [types.builtins.BYTEA, "bytea"],
  [types.builtins.JSON, "json"],
  [types.builtins.JSONB, "jsonb"],
  [1009, "text[]"],
  [1015, "text[]"],
]);

it.each([...declaredStatements()])(
  "%s returns the columns that its row type declares",
  async (_name, { text, parameters, columns }) => {
    const client = await pool().connect();
    try {
      await client.query("BEGIN");
      const { fields } = await client.query(
        text,
        parameters.map(() => null),
      );
      const returned = fields.map(({ name, dataTypeID }) => [name, TYPE_NAMES.get(dataTypeID)]);
      // A statement without declared columns is run for its effect.
      const declared = Object.keys(columns).length > 0;
      expect(declared ? Object.fromEntries(returned) : {}).toEqual(columns);
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  },
);
