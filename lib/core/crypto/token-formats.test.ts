import { expect, it } from "vitest";
import { isWellFormedToken, newToken, TOKEN_KINDS } from "@/lib/core/crypto/tokens";

/**
 * The tokens that the previous release reads. During an upgrade it serves beside this one, and calls what it cannot read
 * inactive: a release reads a new format first, and the next one writes it. Until a release is tagged, these are the
 * formats of now; after each release, they become those that it reads.
 */
const READ_BEFORE = /^lk(?:[rslp]_[A-Za-z0-9_-]{49}|[onc]_[A-Za-z0-9_-]{52})$/;

it.each(TOKEN_KINDS)("servers of the previous release can read a new %s token", (kind) => {
  expect(newToken(kind)).toMatch(READ_BEFORE);
});

/** A token of each length that was ever written, as they are in circulation. */
const WRITTEN_BEFORE = [
  "lko_oepqVq4ELj6LQN16SkFsQ3sEOO1w5A7at-JDSkphXjAFEtpmaxuw",
  "lkr_oepqVq4ELj6LQN16SkFsQ3sEOO1w5A7at-JDSkphXjAjnVSvg",
];

it.each(WRITTEN_BEFORE)("a token of an earlier release can be read: %s", (token) => {
  expect(isWellFormedToken(token)).toBe(true);
});
