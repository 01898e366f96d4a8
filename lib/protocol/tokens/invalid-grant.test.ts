import { expect, it } from "vitest";
import { newToken } from "@/lib/core/crypto/tokens";
import { notOfKind } from "@/lib/protocol/tokens/invalid-grant";

it.each([
  [
    "a refresh token",
    newToken("refresh"),
    "The code is a refresh token, not an authorization code.",
  ],
  [
    "a damaged code",
    newToken("code").slice(0, -1),
    "The code is damaged. Send it whole and unchanged.",
  ],
  ["something else", "abc", "The code is not an authorization code of this service."],
])("%s instead of a code is named", (_what, sent, message) => {
  expect(notOfKind("code", sent, "an authorization code")).toBe(message);
});
