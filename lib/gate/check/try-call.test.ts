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

describe("the headers that tell an upstream who calls", () => {
  const sound = {
    ...{ state: "live" as const, kind: "online" as const, clientId: newId(), companyId: 7 },
    ...{ organizationId: null, userId: newId(), externalId: null, systemUserId: newId() },
    scopes: [READ],
  };

  it("name the person by the platform's id, if it has one", () => {
    const { userId } = sound;
    expect(callerHeaders(sound, newId())["x-latchkey-subject"]).toBe(`user:${userId}`);
    const knownCaller = { ...sound, externalId: "s-1" };
    expect(callerHeaders(knownCaller, newId())["x-latchkey-subject"]).toBe("user:s-1");
  });

  it.each([
    { clientId: "a\nb" },
    { companyId: null, organizationId: "a b" },
    { externalId: "a\r\nx-admin: 1" },
    { userId: "a b" },
    { userId: null, systemUserId: "a b" },
    { scopes: ["a b"] },
  ])("omit malformed values: %o", (changed) => {
    expect(() => callerHeaders({ ...sound, ...changed }, newId())).toThrow(
      "does not have its form",
    );
  });

  it("omit a request id that is not ours", () => {
    expect(() => callerHeaders(sound, "a\nb")).toThrow("does not have its form");
  });
});
