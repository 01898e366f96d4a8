import { expect, it } from "vitest";
import { newToken } from "@/lib/core/crypto/tokens";
import { ServiceError } from "@/lib/core/errors";
import { bearerTokenOf, unknownBearerToken } from "@/lib/protocol/bearer/read-bearer-token";

const UNKNOWN = new ServiceError("invalid_token", "The access token is unknown.");

it.each([
  [null, null],
  ["", null],
  ["Basic abc", null],
  ["Bearer", null],
  ["Bearer a b", "a b"],
  ["bearer  abc", "abc"],
])("the bearer token of the header %j is %j", (header, token) => {
  expect(bearerTokenOf(header)).toBe(token);
});

it.each([
  ["a refresh token", newToken("refresh"), "This is a refresh token, not an access token"],
  ["an authorization code", newToken("code"), "This is an authorization code, not an access token"],
  ["an access token", newToken("offline"), UNKNOWN.message],
  ["a damaged access token", newToken("offline").slice(0, -1), "The access token is damaged."],
  ["anything else", "abc", "This is not an access token of this service."],
])("the error for an unknown token says that it is %s", (_what, token, message) => {
  expect(unknownBearerToken(token, () => UNKNOWN).message).toContain(message);
});
