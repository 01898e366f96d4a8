import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { judgeLock } from "./check-lock";

const integrity = `sha512-${"A".repeat(86)}==`;
const judge = (entry: Parameters<typeof judgeLock>[0]["packages"][string]) =>
  judgeLock({ packages: { "": {}, "node_modules/a": { version: "1.0.0", ...entry } } });

describe("lock files", () => {
  it("accept a package with a SHA-512 hash, with or without the public registry's address", () => {
    expect(judge({ integrity }).problems).toEqual([]);
    const resolved = "https://registry.npmjs.org/a/-/a-1.0.0.tgz";
    expect(judge({ integrity, resolved }).problems).toEqual([]);
    expect(judge({ link: true }).problems).toEqual([]);
  });

  it.each([
    ["no hash", {}],
    ["a weak hash", { integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=" }],
    ["no hash, even if it is optional", { optional: true }],
    ["no hash for a platform that servers run on", { optional: true, os: ["linux"], cpu: ["x64"] }],
  ])("reject a package with %s", (_, entry) => {
    expect(judge(entry).problems).toEqual(["node_modules/a has no SHA-512 integrity hash"]);
  });

  it.each(["https://mirror.example.com/a-1.0.0.tgz", "git+ssh://git@example.com/a.git#1"])(
    "reject a package from %s without repeating the address",
    (resolved) => {
      expect(judge({ integrity, resolved }).problems).toEqual([
        "node_modules/a is not fetched from the public npm registry",
      ]);
    },
  );

  it("only list a build for another platform that the registry did not offer", () => {
    expect(judge({ optional: true, os: ["darwin"], cpu: ["arm64"] })).toEqual({
      problems: [],
      unhashed: ["node_modules/a"],
    });
  });

  it.each([
    "package-lock.json",
    "examples/extension/package-lock.json",
    "examples/platform/package-lock.json",
    "bench/package-lock.json",
  ])("pin every package in %s", (file) => {
    expect(judgeLock(JSON.parse(readFileSync(file, "utf8"))).problems).toEqual([]);
  });
});
