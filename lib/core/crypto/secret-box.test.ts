import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openSecret, sealSecret } from "@/lib/core/crypto/secret-box";

const oldKey = { id: "old", key: randomBytes(32) };
const newKey = { id: "new", key: randomBytes(32) };
const text = fc.string({ unit: "binary" }).filter((value) => value.isWellFormed());

describe("a sealed secret", () => {
  it("opens with its context and returns the original", () => {
    fc.assert(
      fc.property(text, text, (plain, context) => {
        const box = sealSecret([newKey], plain, context);
        expect(openSecret([newKey], box, context)).toBe(plain);
      }),
    );
  });

  it("is sealed under the first key of the ring and opens while its key is in the ring", () => {
    const box = sealSecret([oldKey], "secret", "client");
    expect(openSecret([newKey, oldKey], box, "client")).toBe("secret");
    expect(sealSecret([newKey, oldKey], "secret", "client").keyId).toBe("new");
    expect(() => openSecret([newKey], box, "client")).toThrow('no longer contains the key "old"');
  });

  it("does not open in another row", () => {
    fc.assert(
      fc.property(text, text, (context, other) => {
        fc.pre(context !== other);
        const box = sealSecret([newKey], "secret", context);
        expect(() => openSecret([newKey], box, other)).toThrow();
      }),
    );
  });

  it("does not open with any one bit changed", () => {
    const box = sealSecret([newKey], "secret", "client");
    fc.assert(
      fc.property(fc.nat(box.sealed.length - 1), fc.nat(7), (at, bit) => {
        const changed = Buffer.from(box.sealed);
        changed.writeUInt8(changed.readUInt8(at) ^ (1 << bit), at);
        expect(() => openSecret([newKey], { ...box, sealed: changed }, "client")).toThrow();
      }),
    );
  });

  it("does not open when truncated to any length", () => {
    const box = sealSecret([newKey], "secret", "client");
    for (let length = 0; length < box.sealed.length; length += 1) {
      const sealed = box.sealed.subarray(0, length);
      expect(() => openSecret([newKey], { ...box, sealed }, "client")).toThrow();
    }
  });

  it("never looks the same twice", () => {
    const first = sealSecret([newKey], "secret", "client");
    const second = sealSecret([newKey], "secret", "client");
    expect(first.sealed.equals(second.sealed)).toBe(false);
  });

  it("cannot be created without a key", () => {
    expect(() => sealSecret([], "secret", "client")).toThrow("empty");
  });
});
