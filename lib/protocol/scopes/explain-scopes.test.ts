import { expect, it } from "vitest";
import { describeDifference } from "@/lib/core/diagnosis/difference";
import {
  explainMissingScope,
  explainScopes,
  rejectMisread,
} from "@/lib/protocol/scopes/explain-scopes";

const SCOPE = "company/orders/read";

it.each([
  ["neither registered nor granted", [], [], "the seller must consent again", "request_scopes"],
  ["not registered, but granted", [], [SCOPE], "No new consent is needed", "register_scopes"],
  ["not registered, and needs no grant", [], null, "No new consent is needed", "register_scopes"],
  ["registered, but not granted", [SCOPE], [], "The company has not granted", "request_scopes"],
  [
    "registered and granted",
    [SCOPE],
    [SCOPE],
    "was issued without the scope",
    "run_authorize_again",
  ],
  ["registered, and needs no grant", [SCOPE], null, "was issued without", "use_client_credentials"],
])(
  "a scope that is %s is missing for that reason",
  (_what, clientScopes, grantedScopes, why, fix) => {
    const missing = explainMissingScope(SCOPE, { clientScopes, grantedScopes });
    expect(missing).toMatchObject({ message: expect.stringContaining(why), fix: { kind: fix } });
  },
);

it("says which requested scopes are missing and which are available", () => {
  const difference = explainScopes(["orders/read", "orders/write"], ["orders/read"], "granted");

  expect(describeDifference(difference)).toBe("Not granted: orders/write. Granted: orders/read.");
});

it.each([
  ["read%20write", "read,write"],
  ["read%2520write", "read,write"],
  ["read%252520write", "read,write"],
  ["company%2Fproducts%2Fread", "company/products/read"],
  ["company%252Fproducts%252fread", "company/products/read"],
  ["read%2Cwrite", "read,write"],
  ["read%2Bwrite", "read,write"],
])("names scopes that were encoded more than once: %s", (sent, value) => {
  const error = rejectMisread([sent, "other"], [sent]);

  expect(error?.message).toBe(
    `The scope was percent-encoded more than once. Send ${value},other, encoded once.`,
  );
  expect(error?.diagnosis).toEqual({
    check: "scope_form",
    fix: { kind: "set_parameter", name: "scope", value: `${value},other` },
    difference: [{ name: "scope_encoded", values: {} }],
  });
});

it.each([
  ["+", "read+write", "read,write"],
  ["|", "orders/read||orders/write", "orders/read,orders/write"],
])("names %s between scopes, which does not separate them", (sign, sent, value) => {
  expect(rejectMisread([sent], [sent])?.message).toBe(
    `Scopes are separated by a comma or a space, not by ${sign}. Send ${value}.`,
  );
});

it.each(["100%", "%", "%zz", "%ff", "%C3%A9", "+", "%20", "c++", "g+/read"])(
  "does not split a name that cannot be several scopes: %s",
  (name) => expect(rejectMisread([name], [name])).toBeNull(),
);
