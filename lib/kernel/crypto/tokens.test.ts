import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isTokenOfKind,
  isWellFormedToken,
  newToken,
  type TokenKind,
} from "@/lib/kernel/crypto/tokens";
import { redactText } from "@/lib/kernel/redact";

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
const kind = fc.constantFrom<TokenKind>(
  "offline",
  "online",
  "client_credentials",
  "refresh",
  "code",
  "secret",
  "link",
  "service",
);
const token = kind.map((chosen) => newToken(chosen));

describe("a new token", () => {
  it("has its kind's prefix, 43 random characters, and a 6-character checksum", () => {
    fc.assert(
      fc.property(kind, (chosen) => {
        const made = newToken(chosen);
        expect(made).toMatch(/^lk[oncrslp]_[A-Za-z0-9_-]{49}$/);
        expect(made.startsWith(prefixes[chosen])).toBe(true);
        expect(isTokenOfKind(made, chosen)).toBe(true);
      }),
    );
  });

  it("is never generated twice, even across random pools", () => {
    const made = Array.from({ length: 10_000 }, () => newToken("code"));
    expect(new Set(made.map((text) => text.slice(4, 47))).size).toBe(10_000);
  });

  it("is never of another prefix's kind", () => {
    fc.assert(
      fc.property(kind, kind, (one, other) => {
        expect(isTokenOfKind(newToken(one), other)).toBe(prefixes[one] === prefixes[other]);
      }),
    );
  });

  it("is redacted anywhere in the log", () => {
    fc.assert(
      fc.property(token, fc.string(), (made, around) => {
        expect(redactText(`${around} ${made} ${around}`)).not.toContain(made);
      }),
    );
  });
});

describe("security 46: a damaged token is recognized without a database", () => {
  it("rejects a token with any one character changed", () => {
    fc.assert(
      fc.property(token, fc.nat(52), fc.stringMatching(/^[A-Za-z0-9_-]$/), (made, at, other) => {
        fc.pre(made[at] !== other);
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
