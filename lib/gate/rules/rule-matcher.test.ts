import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizePath } from "@/lib/gate/paths/normalize-path";
import { parseRules, RulesError } from "@/lib/gate/rules/parse-rules";
import { ruleMatcher } from "@/lib/gate/rules/rule-matcher";

type Written = readonly [methods: string, path: string];

function matcherOf(rules: readonly Written[]) {
  const file = { rules: rules.map(([methods, path]) => ({ methods: methods.split(","), path })) };
  const match = ruleMatcher(parseRules(Buffer.from(JSON.stringify(file))));
  return (method: string, path: string): string | null => {
    const normal = normalizePath(path);
    return "segments" in normal ? (match(method, normal.segments)?.path ?? null) : null;
  };
}

const match = matcherOf([
  ["GET", "/products/"],
  ["GET,POST", "/products/{id}"],
  ["POST", "/products/count"],
  ["GET", "/orders/{order_id}/items"],
  ["POST", "/orders/bulk/{action}"],
  ["GET", "/"],
]);

describe("a call", () => {
  it.each([
    ["GET", "/products", "/products/"],
    ["GET", "/products/", "/products/"],
    ["GET", "/products/42", "/products/{id}"],
    ["POST", "/products/42/", "/products/{id}"],
    ["POST", "/products/count", "/products/count"],
    ["GET", "/", "/"],
    ["GET", "/orders/bulk/items", "/orders/{order_id}/items"],
    ["POST", "/orders/bulk/items", "/orders/bulk/{action}"],
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
    ["is hidden by a more specific rule with other methods", "GET", "/products/count"],
    ["has a parameter that is empty", "GET", "/orders//items"],
  ])("that %s matches no rule", (_what, method, path) => {
    expect(match(method, path)).toBeNull();
  });

  it.each([
    ..."/products/Count /products/COUNT /products/count. /products/%43ount".split(" "),
    ..."/products/count%20 /products/count.json /products/Count.JSON /products/count:".split(" "),
    ..."/products/count~1 /products/count::$DATA /products/count,x /products/count%20x".split(" "),
    ..."/products/co%C2%ADunt /products/count%E2%80%8B /products/%E2%81%A0count.json".split(" "),
  ])(
    "security 83: %s does not match the parameter, because an upstream may read it as /products/count",
    (path) => {
      expect(match("POST", path)).toBeNull();
    },
  );

  it.each(["/products/counter", "/products/count-me-in", "/products/count_2", "/products/co.unt"])(
    "%s matches the parameter beside /products/count, because no upstream reads it as count",
    (path) => {
      expect(match("POST", path)).toBe("/products/{id}");
    },
  );

  it.each(["/a/B", "/a/b.json", "/A/b", "/a.json/b"])(
    "security 83: %s does not match /{x}/{y}, because an upstream may read it as /a/b",
    (path) => {
      const nested = matcherOf([
        ["GET", "/{x}/{y}"],
        ["POST", "/a/b"],
      ]);
      expect(nested("GET", "/a/c")).toBe("/{x}/{y}");
      expect(nested("GET", path)).toBeNull();
    },
  );

  it.each([
    ..."/Products /PRODUCTS/42 /products%2f42 /products;v=1/42 /products/../products".split(" "),
  ])("security 83: %s matches no rule", (path) => {
    expect(match("GET", path)).toBeNull();
  });
});

it("a segment with a literal of its own is not taken for a shorter literal", () => {
  const versions = matcherOf([
    ["POST", "/v1/count"],
    ["GET", "/v1.0/{id}"],
  ]);
  expect(versions("GET", "/v1.0/count")).toBe("/v1.0/{id}");
  expect(versions("GET", "/v1.0/Count")).toBe("/v1.0/{id}");
});

describe("the rule for a call", () => {
  const segment = fc.constantFrom("a", "b", "A", "{x}", "{y}");
  const template = fc
    .array(segment, { minLength: 1, maxLength: 3 })
    .filter(
      (all) =>
        new Set(all.filter((each) => each.startsWith("{"))).size ===
        all.filter((each) => each.startsWith("{")).length,
    )
    .map((all) => `/${all.join("/")}`);
  const written = fc.array(fc.tuple(fc.constantFrom("GET", "POST", "GET,POST"), template), {
    minLength: 1,
    maxLength: 6,
  });
  const requestPaths = fc
    .array(fc.constantFrom("a", "b", "A", "c"), { minLength: 1, maxLength: 3 })
    .map((all) => `/${all.join("/")}`);

  const covers = (rule: string, path: string) => {
    const ruleSegments = rule.split("/");
    const sent = path.split("/");
    return (
      ruleSegments.length === sent.length &&
      ruleSegments.every((each, at) => each.startsWith("{") || each === sent[at])
    );
  };

  it("is always one that covers its path and names its method, whatever the rules", () => {
    fc.assert(
      fc.property(
        written,
        requestPaths,
        fc.constantFrom("GET", "POST", "PUT"),
        (rules, path, method) => {
          const found = usable(rules)?.(method, path) ?? null;
          if (found === null) return;
          expect(rules).toContainEqual([expect.stringContaining(method), found]);
          expect(covers(found, path)).toBe(true);
        },
      ),
    );
  });

  it("does not depend on the order of the rules", () => {
    fc.assert(
      fc.property(written, requestPaths, fc.constantFrom("GET", "POST"), (rules, path, method) => {
        const one = usable(rules);
        const other = usable(rules.toReversed());
        expect(one?.(method, path)).toBe(other?.(method, path));
      }),
    );
  });

  /** Null if the rules contradict each other. */
  function usable(rules: readonly Written[]) {
    try {
      return matcherOf(rules);
    } catch (error) {
      if (error instanceof RulesError) return null;
      throw error;
    }
  }
});

it("a path of separators is compared with many literals in milliseconds", () => {
  const many = matcherOf([
    ...Array.from({ length: 1_000 }, (_, n) => ["GET", `/a/${"b.".repeat(20)}${n}`] as const),
    ["GET", "/a/{x}"],
  ]);
  const sent = `/a/${"c.".repeat(2_000)}`;
  const startedAt = performance.now();
  for (let n = 0; n < 100; n += 1) expect(many("GET", sent)).toBe("/a/{x}");
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

/** Finds the template of the rule for a call, given rules such as `GET /a/{x}`. */
function find(written: readonly string[], call: string): string | null {
  const rules = written.map((rule) => {
    const [method, path] = rule.split(" ");
    return { methods: [method], path };
  });
  const [method = "", path = ""] = call.split(" ");
  const match = ruleMatcher(parseRules(Buffer.from(JSON.stringify({ rules }))));
  return match(method, path.split("/").slice(1))?.path ?? null;
}

it.each<[string[], string, string | null]>([
  [["GET /a/{y}", "GET /{x}/{y}"], "GET /a/q", "/a/{y}"],
  [["GET /{x}/{y}", "GET /a/{y}"], "GET /a/q", "/a/{y}"],
  [["POST /a/{y}", "GET /{x}/{y}"], "GET /a/q", null],
  [["POST /a/b", "GET /{x}/b"], "GET /a/b", null],
  [["POST /a/b", "GET /a/{y}", "GET /{x}/{y}"], "GET /a/b", null],
  [["POST /a/b", "GET /a/{y}", "GET /{x}/{y}"], "POST /a/b", "/a/b"],
  [["GET /a/b", "POST /{x}/b", "GET /{x}/{y}"], "GET /a/b", "/a/b"],
  [["GET /a/b", "POST /{x}/b", "GET /{x}/{y}"], "POST /a/b", null],
  [["GET /a/b", "GET /{x}/b", "GET /{x}/{y}"], "GET /c/b", "/{x}/b"],
  [["GET /a/b", "GET /{x}/b", "GET /{x}/{y}"], "GET /c/d", "/{x}/{y}"],
])("of %j, only the most specific rule decides about %s", (rules, call, expected) => {
  expect(find(rules, call)).toBe(expected);
});
