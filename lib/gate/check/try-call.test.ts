import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { callerHeaders } from "@/lib/gate/check/caller-headers";
import { tryCall } from "@/lib/gate/check/try-call";
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

it.each([
  { clientId: "a\nb" },
  { companyId: null, organizationId: "a b" },
  { externalId: "a\r\nx-admin: 1" },
  { userId: "a b" },
  { userId: null, systemUserId: "a b" },
  { scopes: ["a b"] },
  { requestId: "a\nb" },
])(
  "security 85: no header that tells an upstream who calls has a malformed value: %o",
  (changed) => {
    const { requestId, ...caller } = {
      state: "live" as const,
      kind: "online" as const,
      clientId: newId(),
      companyId: 7,
      organizationId: null,
      userId: newId(),
      externalId: null,
      systemUserId: newId(),
      scopes: [READ],
      requestId: newId(),
      ...changed,
    };
    expect(() => callerHeaders(caller, requestId)).toThrow("does not have its form");
  },
);
