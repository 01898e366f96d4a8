import fc from "fast-check";
import { expect, it } from "vitest";
import { compareScopes } from "@/lib/consent/compare-scopes";

const scopes = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f"));

it("puts each scope into exactly one of added, kept, and removed", () => {
  fc.assert(
    fc.property(scopes, scopes, (requested, granted) => {
      const { added, kept, removed } = compareScopes(requested, granted);
      expect([...added, ...kept].toSorted()).toEqual(requested.toSorted());
      expect([...removed, ...kept].toSorted()).toEqual(granted.toSorted());
      const all = [...added, ...kept, ...removed];
      expect(new Set(all).size).toBe(all.length);
    }),
  );
});
