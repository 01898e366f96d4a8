import { describe, expect, it } from "vitest";
import { parseRules } from "@/lib/gate/rules/parse-rules";

const parse = (content: unknown) => parseRules(Buffer.from(JSON.stringify(content)));
const rule = { methods: ["GET"], path: "/orders/{order_id}" };
const needsNothing = { all: [], any: [], companyAt: null, action: null };

it("a rule needs only methods and path", () => {
  const segments = ["orders", null];
  expect(parse({ rules: [rule] })).toEqual([{ ...rule, segments, ...needsNothing }]);
});

it("a rule is read with everything that it can have", () => {
  const full = {
    methods: ["PUT", "PATCH"],
    path: "/company/{company_id}/orders/",
    all: ["company/orders/read"],
    any: ["company/orders/write"],
    action: { en: "Changed orders", de: "Hat Bestellungen geändert" },
  };
  const segments = ["company", null, "orders"];
  expect(parse({ rules: [{ ...full, company: true }] })).toEqual([
    { ...full, segments, companyAt: 1 },
  ]);
});

it.each([
  ["/", []],
  ["/a.b/~c", ["a.b", "~c"]],
  ["/x/", ["x"]],
])("a rule can have the path %s", (path, segments) => {
  expect(parse({ rules: [{ methods: ["GET"], path }] })[0]?.segments).toEqual(segments);
});

describe("security 87: the error for a broken rules file names the rule and what is wrong with it", () => {
  const GET = { methods: ["GET"] };

  it.each<[string, unknown, RegExp]>([
    ["it is a list", [], /^The file must be an object$/],
    ["it has no rules", {}, /^The file: rules is required|^The file: rules must be a list/],
    ["its list is empty", { rules: [] }, /rules must have at least one rule/],
    ["it has an unknown key", { rules: [rule], rule: 1 }, /^The file has unknown keys: rule$/],
    ["a rule is not an object", { rules: ["GET /"] }, /^Rule 1 must be an object$/],
    ["a rule has no path", { rules: [GET] }, /^Rule 1: path is required$/],
    ["a rule has no methods", { rules: [{ path: "/x" }] }, /^Rule 1: methods is required$/],
  ])("when %s", (_what, content, message) => {
    expect(() => parse(content)).toThrow(message);
  });

  it.each<[string, object, RegExp]>([
    ["an unknown key", { scopes: [] }, / has unknown keys: scopes$/],
    ["a path without a slash", { path: "x" }, /: path must start with a slash$/],
    ["a path of 51 segments", { path: "/x".repeat(51) }, /: path must have at most 50 segments$/],
    ["no method", { methods: [] }, /: methods must name at least one method$/],
    ["a method in lower case", { methods: ["get"] }, /: methods\.0 must be a method in upper case/],
    ["a method twice", { methods: ["GET", "GET"] }, /: methods must name each method once$/],
    ["a scope with a space", { all: ["a b"] }, /: all\.0 must be a scope/],
    ["a scope twice", { any: ["a", "a"] }, /: any must name each scope once$/],
    ["company as a text", { company: "true" }, /: company must be true or false$/],
    ["company, but not in its path", { company: true }, /: path must contain \{company_id\}/],
    ["an action in an unknown language", { action: { fr: "x" } }, /: action must be a text/],
    ["an empty action", { action: {} }, /: action must be a text/],
  ])("when its second rule has %s", (_what, change, message) => {
    const first = { ...rule, path: "/first" };
    const content = { rules: [first, { ...rule, ...change }] };
    expect(() => parse(content)).toThrow(message);
    expect(() => parse(content)).toThrow(/^Rule 2/);
  });

  it.each([
    ..."x /a//b // /a/../b /a/./b /a?b /a#b /a%20b /a;b /é /a/{b /a/{b}.json".split(" "),
    ...["", "/a b", "/a/{b}{c}", "/a/{}", "/a/{1}", "/{a}/{a}", "/a\\b"],
  ])("when a rule has the path %j", (path) => {
    expect(() => parse({ rules: [{ methods: ["GET"], path }] })).toThrow(/^Rule 1: path must/);
  });

  it.each([
    ["empty", "", /^The file is empty/],
    ["cut off", '{"rules": [', /^The file is not valid JSON/],
    ["not UTF-8", Buffer.from([0x22, 0xff, 0x22]), /^The file is not valid JSON/],
  ])("when it is %s", (_what, content, message) => {
    expect(() => parseRules(Buffer.from(content))).toThrow(message);
  });

  it.each([
    ["/a/{x}", "/a/{y}", /^Rules 1 and 2 .* for the same method and path/],
    ["/a", "/a/", /for the same method and path/],
    ["/a", "/A", /for the same method and path/],
    ["/a/{x}/c", "/a/b/{y}", /neither is more specific/],
  ])("when %s and %s contradict each other", (one, other, message) => {
    const rules = [one, other].map((path) => ({ methods: ["GET"], path }));
    expect(() => parse({ rules })).toThrow(message);
    const [first, second] = rules;
    expect(parse({ rules: [first, { ...second, methods: ["POST"] }] })).toHaveLength(2);
  });

  it("when it has more rules than can be compared", () => {
    const rules = Array.from({ length: 5001 }, (_, at) => ({ methods: ["GET"], path: `/${at}` }));
    expect(() => parse({ rules })).toThrow(/at most 5000 rules/);
    expect(parse({ rules: rules.slice(1) })).toHaveLength(5000);
  });
});
