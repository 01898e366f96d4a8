import { expect, it } from "vitest";
import { findPositions } from "./sql/find-positions.mjs";

const FILE = "lib/tenants/erasure/repository.ts";

it.each([
  ["a text", 'query("SELECT $1", [id]);'],
  ["a template", "query(`SELECT 1 FROM users WHERE id = $1`, [id]);"],
  ["a constant", 'const ID = "$1";'],
])("reports a position in %s", (_, line) => {
  expect(findPositions(FILE, `\n${line}\n`)).toEqual([
    `${FILE}:2 Use a named parameter (:name), not a position.`,
  ]);
});

it("reports SQL that bypasses the named parameters", () => {
  expect(findPositions(FILE, "tx.$queryRawUnsafe(text, id);\n")).toEqual([
    `${FILE}:1 Use transactionStatement, which takes named parameters.`,
  ]);
});

it("accepts named parameters, and positions in a replacement of text", () => {
  const source = `queryOn(client, "SELECT :id", { id });\nname.replace(/(.)/, "$1-");\n`;
  expect(findPositions(FILE, source)).toEqual([]);
});
