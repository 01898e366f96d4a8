import { expect, it } from "vitest";
import { describeDifference } from "@/lib/core/diagnosis/describe-difference";
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

it("names a + between scopes, which separates them only in a form", () => {
  const error = rejectMisread(["read+write"], ["read+write"]);

  expect(error?.message).toBe(
    "Scopes are separated by a comma or a space, not by +. Send read,write.",
  );
});

it.each(["100%", "%", "%zz", "%ff", "%C3%A9", "+", "%20", "c++", "g+/read"])(
  "does not split a name that cannot be several scopes: %s",
  (name) => expect(rejectMisread([name], [name])).toBeNull(),
);

it("corrects scopes with a wrong separator that occurs twice in a row", () => {
  const error = rejectMisread(["orders/read||orders/write"], ["orders/read||orders/write"]);

  expect(error?.message).toMatch(/Send orders\/read,orders\/write\.$/);
});
