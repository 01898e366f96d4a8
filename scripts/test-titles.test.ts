import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const MOST = 100;
/** A title in quotes. One with `${…}` says in the run what it contains, and is not measured. */
const TITLE = /\b(?:it|test|describe)[\w.]*(?:\([^()]*\))?\(\s*(?:"((?:\\.|[^"\\])*)"|`([^`$]*)`)/g;

it("no test's name is longer than CONTRIBUTING.md allows", () => {
  expect(readFileSync("CONTRIBUTING.md", "utf8")).toContain(`at most ${MOST} characters`);
  const files = execFileSync("git", ["ls-files", "*.test.ts", "*.test.tsx", "*.spec.ts"], {
    encoding: "utf8",
  });
  const names = files
    .trim()
    .split("\n")
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(TITLE)])
    .map(([, quoted, template]) => quoted ?? template ?? "");
  expect(names.length).toBeGreaterThan(2_000);
  expect(names.filter((name) => name.length > MOST)).toEqual([]);
});
