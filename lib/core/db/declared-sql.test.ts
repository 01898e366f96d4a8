import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileSql } from "@/lib/core/db/sql";

describe("compileSql", () => {
  it("gives each parameter one position, in the order of first use", () => {
    expect(compileSql("SELECT :b, :a WHERE x = :b")).toEqual({
      text: "SELECT $1, $2 WHERE x = $1",
      parameters: ["b", "a"],
    });
  });

  it("rejects a statement with positions", () => {
    expect(() => compileSql("SELECT $1, :a")).toThrow("Use named parameters");
  });

  it("finds every parameter beside casts, and none in texts, quoted names, and comments", () => {
    const name = fc.stringMatching(/^[a-z][a-zA-Z0-9_]{0,8}$/);
    const fillers = [" ", "::int ", " ':no it''s :no' ", ' ":no" ', " -- :no\n", "("];
    const filler = fc.constantFrom(...fillers);
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
