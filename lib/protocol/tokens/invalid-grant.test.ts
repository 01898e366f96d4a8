import { describe, expect, it } from "vitest";
import { newToken } from "@/lib/core/crypto/tokens";
import { notOfKind, rejectScopes } from "@/lib/protocol/tokens/invalid-grant";

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

describe("requested scopes", () => {
  const [orders, products] = ["company/orders/read", "company/products/read"];
  const holders = { scopes: [orders], clientScopes: [orders], grantedScopes: [orders] };

  it.each([
    ["those of the code", [orders]],
    ["none in particular", null],
  ])("can be %s", (_what, requested) => {
    expect(rejectScopes("code", requested, holders)).toBeNull();
  });

  it("cannot be others", () => {
    expect(rejectScopes("code", [orders, products], holders)).toMatchObject({
      code: "invalid_scope",
      message: "The code was not granted: company/products/read.",
    });
  });

  it.each(["clientScopes", "grantedScopes"])("cannot be only those that %s lost", (holder) => {
    expect(rejectScopes("code", [orders], { ...holders, [holder]: [] })).toMatchObject({
      code: "invalid_grant",
    });
  });
});
