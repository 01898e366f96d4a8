import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseScopes } from "@/lib/protocol/scopes/parse-scopes";
import { isScopeName } from "@/lib/protocol/scopes/scope-name";

const scopeName = fc.stringMatching(/^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]{1,20}$/);

describe("parseScopes", () => {
  it.each([
    ["commas and spaces, with gaps", " a/read, b/write ,"],
    ["an array of lists", ["a/read,b/write"]],
  ])("parses %s", (_, value) => {
    expect(parseScopes(value)).toEqual(["a/read", "b/write"]);
  });

  it.each([null, undefined, "", "  ", []])("parses %j as no scope", (value) => {
    expect(parseScopes(value)).toEqual([]);
  });

  it("drops offline_access and duplicates and keeps the order", () => {
    expect(parseScopes("b,offline_access,a,b")).toEqual(["b", "a"]);
  });

  it.each([
    ["a quote", 'a"b'],
    ["a backslash", "a\\b"],
    ["a line break", "a\nb"],
    ["a letter beyond ASCII", "ä"],
    ["129 characters", "x".repeat(129)],
    ["101 scopes", Array.from({ length: 101 }, (_, n) => `s${n}`)],
    ["a number", 7],
    ["an object", { a: 1 }],
    ["an array with a number", ["a", 7]],
    ["an array in an array", [["a"]]],
  ])("rejects %s as invalid_scope", (_, value) => {
    expect(() => parseScopes(value)).toThrow(expect.objectContaining({ code: "invalid_scope" }));
  });

  it("returns the same list for every notation", () => {
    fc.assert(
      fc.property(fc.uniqueArray(scopeName, { maxLength: 20 }), (names) => {
        fc.pre(!names.includes("offline_access"));
        expect(parseScopes(names)).toEqual(names);
        expect(parseScopes(names.join(","))).toEqual(names);
        expect(parseScopes(names.join(" "))).toEqual(names);
        expect(parseScopes(parseScopes([...names, ...names]))).toEqual(names);
      }),
    );
  });

  it("returns names only, or an error that repeats none of the input", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        try {
          expect(parseScopes(text).every(isScopeName)).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ code: "invalid_scope" });
        }
      }),
    );
  });
});
