import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { equalInConstantTime, hmacSha256, sha256 } from "@/lib/core/crypto/hash";
import { isId, newId } from "@/lib/core/crypto/ids";
import { hashPassword, verifyPassword } from "@/lib/core/crypto/passwords";

describe("hashes", () => {
  it("match the standard (FIPS 180-4, RFC 4231 test case 2)", () => {
    expect(sha256("abc").toString("hex")).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
    const mac = hmacSha256("Jefe", "what do ya want for nothing?");
    expect(Buffer.from(mac, "base64url").toString("hex")).toBe(
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    );
  });

  it("compare in constant time with the same result as strings", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (left, right) => {
        expect(equalInConstantTime(left, right)).toBe(left === right);
        expect(equalInConstantTime(left, left)).toBe(true);
      }),
    );
  });
});

describe("ids", () => {
  it("are 24 lower-case hex characters that start with their creation second", () => {
    fc.assert(
      fc.property(fc.nat(4_294_967_295), (second) => {
        const id = newId(second * 1000);
        expect(isId(id)).toBe(true);
        expect(Number.parseInt(id.slice(0, 8), 16)).toBe(second);
      }),
    );
  });

  it("can be distinguished from any other text", () => {
    for (const text of [
      "",
      "0".repeat(23),
      "0".repeat(25),
      "A".repeat(24),
      `${"0".repeat(24)}\n`,
    ]) {
      expect(isId(text)).toBe(false);
    }
  });
});

describe("passwords", () => {
  it("are stored as argon2id with their own salt and match only themselves", async () => {
    const hash = await hashPassword("correct horse");
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hashPassword("correct horse")).not.toBe(hash);
    expect(await verifyPassword(hash, "correct horse")).toEqual({ replacement: null });
    expect(await verifyPassword(hash, "correct horsf")).toBeNull();
  });
});
