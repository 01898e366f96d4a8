import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EXTERNAL_ID, isClientId, readCompanyId } from "@/lib/core/schemas/id-forms";

describe("ids that a platform brings", () => {
  it("reads every company id from 1 to 2^53-1, and only in its decimal form", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
        expect(readCompanyId(String(id))).toBe(id);
        expect(readCompanyId(`0${id}`)).toBeNull();
        expect(readCompanyId(`${id}.0`)).toBeNull();
        expect(readCompanyId(`-${id}`)).toBeNull();
      }),
    );
    expect(["0", "", "9007199254740992", "9999999999999999", "1e3"].map(readCompanyId)).toEqual(
      Array(5).fill(null),
    );
  });

  it("accepts a person's id exactly if each of its characters is printable ASCII and not reserved", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: 255 }), (text) => {
        const fits = [...text].every((c) => c > " " && c <= "~" && !"/?#%\\".includes(c));
        expect(EXTERNAL_ID.test(text)).toBe(fits);
      }),
    );
    expect(["a".repeat(255), "a".repeat(256), ""].map((id) => EXTERNAL_ID.test(id))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("accepts client ids of 8 to 64 characters", () => {
    expect(
      ["a".repeat(7), "a".repeat(8), "A-_9".repeat(16), "a".repeat(65)].map(isClientId),
    ).toEqual([false, true, true, false]);
  });
});
