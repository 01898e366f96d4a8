import { expect, it } from "vitest";
import { describeDifference } from "@/lib/core/diagnosis/describe-difference";
import {
  explainMissingScope,
  explainScopes,
  rejectSeparators,
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

it("corrects scopes with a wrong separator that occurs twice in a row", () => {
  const error = rejectSeparators(["orders/read||orders/write"], ["orders/read||orders/write"]);

  expect(error?.message).toMatch(/Send orders\/read,orders\/write\.$/);
});
