import fc from "fast-check";
import { expect, it } from "vitest";
import { compareScopes } from "@/lib/consent/open-consent";

const scopes = fc.uniqueArray(fc.constantFrom<string[]>("a", "b", "c", "d", "e", "f"));

it("adds requested scopes, keeps granted ones, and puts each scope into at most one list", () => {
  fc.assert(
    fc.property(scopes, scopes, scopes, scopes, (requested, granted, approved, registered) => {
      const knownScopes = { requested, granted, approved, registered };
      const { added, kept, givenUp } = compareScopes(knownScopes);
      for (const scope of requested) expect([...added, ...kept]).toContain(scope);
      for (const scope of granted) expect([...added, ...kept, ...givenUp]).toContain(scope);
      expect(kept).toEqual(granted.filter((scope) => registered.includes(scope)));
      expect(givenUp.some((scope) => requested.includes(scope))).toBe(false);
      const all = [...added, ...kept, ...givenUp];
      expect(new Set(all).size).toBe(all.length);
    }),
  );
});
