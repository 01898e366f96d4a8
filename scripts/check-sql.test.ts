import { expect, it } from "vitest";
import { findBypasses } from "./check-sql.mjs";

const FILE = "lib/tenants/erasure/repository.ts";

it.each([
  ["a text", 'query("SELECT $1", [id]);'],
  ["a template", "query(`SELECT 1 FROM users WHERE id = $1`, [id]);"],
  ["a constant", 'const ID = "$1";'],
])("reports a position in %s", (_, line) => {
  expect(findBypasses(FILE, `\n${line}\n`)).toEqual([
    `${FILE}:2 Use a named parameter (:name), not a position.`,
  ]);
});

it.each([
  ["Prisma", "tx.$queryRaw`SELECT 1`;"],
  ["Prisma with a text", "db().$executeRawUnsafe(text, id);"],
  ["the pool", "await pool().query<Row>(text);"],
  ["a connection", "client.query(text, values);"],
])("reports SQL that is sent through %s", (_, line) => {
  expect(findBypasses(FILE, `${line}\n`)).toEqual([
    `${FILE}:1 Declare the statement with sql or batch.`,
  ]);
});

it("lets the verbs send SQL", () => {
  expect(findBypasses("lib/core/db/sql.ts", "pool().query(text);\n")).toEqual([]);
});

it("accepts named parameters, and positions in a replacement of text", () => {
  const source = `sql("find", {}, "SELECT :id");\nname.replace(/(.)/, "$1-");\n`;
  expect(findBypasses(FILE, source)).toEqual([]);
});
