import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileSql } from "@/lib/core/db/declared-sql";

describe("compileSql", () => {
  it("gives each parameter one position, in the order of first use", () => {
    expect(compileSql("SELECT :b, :a WHERE x = :b")).toEqual({
      text: "SELECT $1, $2 WHERE x = $1",
      parameters: ["b", "a"],
    });
  });

  it("leaves casts, texts, quoted names and comments alone", () => {
    const sql = `SELECT x::text, ':a it''s :b', "x:c" -- :d\n FROM t`;
    expect(compileSql(sql)).toEqual({ text: sql, parameters: [] });
  });

  it("compiles a cast of a parameter", () => {
    expect(compileSql("WHERE id = :id::int")).toEqual({
      text: "WHERE id = $1::int",
      parameters: ["id"],
    });
  });

  it("rejects a statement with positions", () => {
    expect(() => compileSql("SELECT $1, :a")).toThrow("Use named parameters");
  });

  it("keeps every parameter readable from its position, whatever surrounds it", () => {
    const name = fc.stringMatching(/^[a-z][a-zA-Z0-9_]{0,8}$/);
    const filler = fc.constantFrom(
      " ",
      "::int ",
      " ':no' ",
      ' ":no" ',
      " -- :no\n",
      " AND ",
      "(",
      ")",
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(filler, name), { maxLength: 12 }), (parts) => {
        const sql = parts.map(([before, each]) => `${before} :${each}`).join("");
        const { text, parameters } = compileSql(sql);
        const restored = text.replaceAll(/\$(\d+)/g, (_, at) => `:${parameters[Number(at) - 1]}`);
        expect(restored).toBe(sql);
        expect(new Set(parameters)).toEqual(new Set(parts.map(([, each]) => each)));
      }),
    );
  });
});
