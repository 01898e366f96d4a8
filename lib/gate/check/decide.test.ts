import { describe, expect, it } from "vitest";
import { tryCall } from "@/lib/gate/check/decide";
import { parseRules } from "@/lib/gate/rules/parse-rules";
import { ruleMatcher } from "@/lib/gate/rules/rule-matcher";

const READ = "company/orders/read";
const rules = [
  { methods: ["GET"], path: "/orders", all: [READ] },
  { methods: ["GET"], path: "/company/{company_id}/orders", all: [READ], company: true },
];
const match = ruleMatcher(parseRules(Buffer.from(JSON.stringify({ rules }))));
const token = { companyId: 7, scopes: [READ] };
const attempt = (target: string, scopes: string[] = [READ]) =>
  tryCall({ method: "GET", target }, { ...token, scopes }, match);

describe("a call that a developer tries", () => {
  it.each([
    ["/orders", "/orders"],
    ["/company/7/orders", "/company/{company_id}/orders"],
  ])("to %s is allowed by its rule", (target, path) => {
    expect(attempt(target)).toMatchObject({ rule: { path }, denied: null });
  });

  it("is denied without a rule, for another company, and without a scope", () => {
    expect(attempt("/customers")).toMatchObject({ rule: null, denied: expect.any(String) });
    const other = { rule: { companyAt: 1 }, denied: expect.stringContaining("company") };
    expect(attempt("/company/8/orders")).toMatchObject(other);
    const poor = `This call needs ${READ}; the token has no scopes.`;
    expect(attempt("/orders", [])).toMatchObject({ rule: { path: "/orders" }, denied: poor });
  });
});
