import { expect, it } from "vitest";
import { parseRules } from "@/lib/gate/rules/parse-rules";
import { ruleMatcher } from "@/lib/gate/rules/rule-matcher";

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
