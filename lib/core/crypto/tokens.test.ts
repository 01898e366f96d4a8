import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  dayOfToken,
  isTokenOfKind,
  isWellFormedToken,
  newToken,
  TOKEN_KINDS,
  type TokenKind,
  today,
} from "@/lib/core/crypto/tokens";

const prefixes: Record<TokenKind, string> = {
  offline: "lko_",
  online: "lkn_",
  client_credentials: "lko_",
  refresh: "lkr_",
  code: "lkc_",
  secret: "lks_",
  link: "lkl_",
  service: "lkp_",
};
const kind = fc.constantFrom(...TOKEN_KINDS);
const isDated = (chosen: TokenKind) => !["refresh", "secret", "link", "service"].includes(chosen);
const token = kind.map((chosen) => newToken(chosen));

describe("a new token", () => {
  it("is never generated twice, even across random pools", () => {
    const codes = Array.from({ length: 10_000 }, () => newToken("code"));
    expect(new Set(codes.map((text) => text.slice(4, 47))).size).toBe(10_000);
  });

  it("has its kind's prefix and length, and is of no kind with another prefix", () => {
    fc.assert(
      fc.property(kind, kind, (one, other) => {
        const text = newToken(one);
        expect(text.startsWith(prefixes[one])).toBe(true);
        expect(text).toHaveLength(isDated(one) ? 56 : 53);
        expect(isTokenOfKind(text, other)).toBe(prefixes[one] === prefixes[other]);
      }),
    );
  });

  it("encodes the day of its issue, which is read back from then until no token of that day is stored", () => {
    const issuedAt = Date.UTC(2026, 10, 22);
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["Date"], now: issuedAt });
    const code = newToken("code");
    const day = today();
    expect(day).toBe(20_779);
    for (const [after, expected] of [
      [0, day],
      [31, day],
      [61, 0],
      [-1, day],
      [-2, 0],
    ] as const) {
      vi.setSystemTime(issuedAt + after * 86_400_000);
      expect(dayOfToken(code)).toBe(expected);
    }
  });

  it("encodes any day until 2687", () => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["Date"] });
    fc.assert(
      fc.property(fc.nat(2 ** 18 - 1), (day) => {
        vi.setSystemTime(day * 86_400_000);
        expect(dayOfToken(newToken("code"))).toBe(day);
      }),
    );
  });

  it("encodes no day unless it is a code or access token", () => {
    fc.assert(
      fc.property(kind, (chosen) => {
        expect(dayOfToken(newToken(chosen))).toBe(isDated(chosen) ? today() : 0);
      }),
    );
  });
});

describe("security 46: a damaged token is recognized without a database", () => {
  it("rejects a token with any one character changed", () => {
    fc.assert(
      fc.property(token, fc.nat(55), fc.stringMatching(/^[A-Za-z0-9_-]$/), (made, at, other) => {
        fc.pre(at < made.length && made[at] !== other);
        expect(isWellFormedToken(made.slice(0, at) + other + made.slice(at + 1))).toBe(false);
      }),
    );
  });

  it("rejects a token that is truncated, padded, or surrounded by other text", () => {
    fc.assert(
      fc.property(token, fc.nat(52), fc.string({ minLength: 1 }), (made, length, more) => {
        expect(isWellFormedToken(made.slice(0, length))).toBe(false);
        expect(isWellFormedToken(made + more)).toBe(false);
        expect(isWellFormedToken(more + made)).toBe(false);
      }),
    );
  });

  it("rejects any other text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(isWellFormedToken(text)).toBe(false);
      }),
    );
  });
});
