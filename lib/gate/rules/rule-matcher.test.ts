import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizePath } from "@/lib/gate/paths/normalize-path";
import { parseRules, RulesError } from "@/lib/gate/rules/parse-rules";
import { ruleMatcher } from "@/lib/gate/rules/rule-matcher";

/** Finds the template for a call, given rules such as `GET,POST /a/{x}`. */
function matcherOf(...written: readonly string[]) {
  const rules = written.map((rule) => {
    const [methods, path] = rule.split(" ");
    return { methods: methods?.split(","), path };
  });
  const match = ruleMatcher(parseRules(Buffer.from(JSON.stringify({ rules }))));
  return (method: string, path: string): string | null => {
    const normal = normalizePath(path);
    return "segments" in normal ? (match(method, normal.segments)?.path ?? null) : null;
  };
}

const match = matcherOf(
  ...["GET /products/", "GET,POST /products/{id}", "POST /products/count", "GET /"],
  ...["GET /orders/{order_id}/items", "POST /orders/bulk/{action}"],
);

it.each([
  ["GET", "/products", "/products/"],
  ["GET", "/products/", "/products/"],
  ["GET", "/products/42", "/products/{id}"],
  ["POST", "/products/42/", "/products/{id}"],
  ["POST", "/products/count", "/products/count"],
  ["GET", "/", "/"],
  ["GET", "/orders/bulk/items", "/orders/{order_id}/items"],
  ["POST", "/orders/bulk/items", "/orders/bulk/{action}"],
  // No upstream reads these as count.
  ["POST", "/products/counter", "/products/{id}"],
  ["POST", "/products/count-me-in", "/products/{id}"],
  ["POST", "/products/count_2", "/products/{id}"],
  ["POST", "/products/co.unt", "/products/{id}"],
])("%s %s matches the rule %s", (method, path, template) => {
  expect(match(method, path)).toBe(template);
});

it.each([
  ["has another method", "DELETE", "/products/42"],
  ["has a method in lower case", "get", "/products"],
  ["has the method HEAD, which no rule names", "HEAD", "/products"],
  ["has a path without a rule", "GET", "/customers"],
  ["is above a rule", "GET", "/orders/7"],
  ["is below a rule", "GET", "/products/42/images"],
  ["has a parameter that is empty", "GET", "/orders//items"],
])("a call that %s matches no rule: %s %s", (_what, method, path) => {
  expect(match(method, path)).toBeNull();
});

it.each([
  ..."/products/Count /products/COUNT /products/count. /products/%43ount".split(" "),
  ..."/products/count%20 /products/count.json /products/Count.JSON /products/count:".split(" "),
  ..."/products/count~1 /products/count::$DATA /products/count,x /products/count%20x".split(" "),
  ..."/products/co%C2%ADunt /products/count%E2%80%8B /products/%E2%81%A0count.json".split(" "),
  ..."/PRODUCTS/42 /Products/42".split(" "),
])("security 83: POST %s matches no rule, because upstreams may read it as another's", (path) => {
  expect(match("POST", path)).toBeNull();
});

it.each(["/a/B", "/a/b.json", "/A/b", "/a.json/b"])(
  "security 83: %s does not match /{x}/{y}, because an upstream may read it as /a/b",
  (path) => {
    const nested = matcherOf("GET /{x}/{y}", "POST /a/b");
    expect(nested("GET", "/a/c")).toBe("/{x}/{y}");
    expect(nested("GET", path)).toBeNull();
  },
);

it("a segment with a literal of its own is not taken for a shorter literal", () => {
  const versions = matcherOf("POST /v1/count", "GET /v1.0/{id}");
  expect(versions("GET", "/v1.0/count")).toBe("/v1.0/{id}");
  expect(versions("GET", "/v1.0/Count")).toBe("/v1.0/{id}");
});

const SPECIFIC = ["GET /a/b", "POST /{x}/b", "GET /{x}/{y}"];
it.each<[string[], string, string | null]>([
  [["GET /a/{y}", "GET /{x}/{y}"], "GET /a/q", "/a/{y}"],
  [["POST /a/{y}", "GET /{x}/{y}"], "GET /a/q", null],
  [["POST /a/b", "GET /{x}/b"], "GET /a/b", null],
  [["POST /a/b", "GET /a/{y}", "GET /{x}/{y}"], "GET /a/b", null],
  [["POST /a/b", "GET /a/{y}", "GET /{x}/{y}"], "POST /a/b", "/a/b"],
  [SPECIFIC, "GET /a/b", "/a/b"],
  [SPECIFIC, "POST /a/b", null],
  [SPECIFIC, "POST /c/b", "/{x}/b"],
  [SPECIFIC, "GET /c/d", "/{x}/{y}"],
])("of %j, only the most specific rule decides about %s", (rules, call, expected) => {
  const [method = "", path = ""] = call.split(" ");
  expect(matcherOf(...rules)(method, path)).toBe(expected);
  expect(matcherOf(...rules.toReversed())(method, path)).toBe(expected);
});

describe("the rule for a call", () => {
  const path = (...segments: string[]) =>
    fc
      .array(fc.constantFrom(...segments), { minLength: 1, maxLength: 3 })
      .map((all) => `/${all.join("/")}`);
  const method = fc.constantFrom("GET", "POST", "PUT");
  const hasEachParameterOnce = (template: string) => !/(\{\w\}).*\1/.test(template);
  const rule = fc
    .tuple(
      fc.constantFrom("GET", "POST", "GET,POST"),
      path("a", "b", "A", "{x}", "{y}").filter(hasEachParameterOnce),
    )
    .map((parts) => parts.join(" "));
  const rules = fc.array(rule, { minLength: 1, maxLength: 6 });

  const covers = (template: string, sent: string) => {
    const segments = sent.split("/");
    const pattern = template.split("/");
    return (
      pattern.length === segments.length &&
      pattern.every((each, at) => each.startsWith("{") || each === segments[at])
    );
  };

  it("covers its path and names its method, whatever the rules and their order", () => {
    fc.assert(
      fc.property(rules, method, path("a", "b", "A", "c"), (written, sentMethod, sent) => {
        const template = usable(written)?.(sentMethod, sent) ?? null;
        const reversed = usable(written.toReversed())?.(sentMethod, sent) ?? null;
        expect(reversed).toBe(template);
        if (template === null) return;
        const methods = written.filter((each) => each.endsWith(` ${template}`)).join();
        expect(methods).toContain(sentMethod);
        expect(covers(template, sent)).toBe(true);
      }),
    );
  });

  /** Null if the rules contradict each other. */
  function usable(written: readonly string[]) {
    try {
      return matcherOf(...written);
    } catch (error) {
      if (error instanceof RulesError) return null;
      throw error;
    }
  }
});

it("a path of separators or dots is compared with many literals in milliseconds", () => {
  const literals = Array.from({ length: 1_000 }, (_, n) => `GET /a/${"b.".repeat(20)}${n}`);
  const many = matcherOf(...literals, "GET /a/{x}");
  const startedAt = performance.now();
  for (const segment of ["c.".repeat(2_000), `c${".".repeat(4_000)}b`]) {
    for (let n = 0; n < 100; n += 1) expect(many("GET", `/a/${segment}`)).toBe("/a/{x}");
  }
  expect(performance.now() - startedAt).toBeLessThan(1_500);
});
