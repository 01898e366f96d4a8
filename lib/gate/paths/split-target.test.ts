import { expect, it } from "vitest";
import { splitTarget } from "@/lib/gate/paths/normalize-path";

it("separates path and query at the first question mark", () => {
  expect(splitTarget("/a/b?c=d?e&f=/../g")).toEqual({ path: "/a/b", query: "c=d?e&f=/../g" });
  expect(splitTarget("/a")).toEqual({ path: "/a", query: "" });
});

it.each([
  ..."* a ?a http://host/a api.example.com:443 /a#b /a?b#c".split(" "),
  ...["", "/a b", "/a?b c", "/a\r\nx: y", "/a?\0", "/a, /b", "/\u2028", `/${"a".repeat(9000)}`],
])("security 83: a target that is not a path with a query is not accepted: %j", (target) => {
  expect(splitTarget(target)).toBeNull();
});
