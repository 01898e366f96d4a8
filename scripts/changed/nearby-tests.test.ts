import { expect, it } from "vitest";
import { createFolder } from "@/test/process/create-folder";
import { nearbyTests } from "./nearby-tests.mjs";

const SOURCES = {
  "lib/a/grant.ts": "export const grant = 1;\n",
  "lib/a/grant.test.ts": 'import "./grant";\n',
  "lib/a/other.test.ts": "export {};\n",
  "lib/b/token.ts": 'export { grant } from "@/lib/a/grant";\n',
  "lib/b/token.test.ts": 'await import("./token");\n',
  "lib/c/list.test.ts": 'import "@/lib/b/token";\n',
  "lib/c/messages/de.json": "{}\n",
  "lib/d/alone.test.ts": "export {};\n",
};
const files = Object.keys(SOURCES);
const nearby = async (changed: string) =>
  nearbyTests(await createFolder(SOURCES), files, [changed]);

it("finds the test of a changed file first, then those that import it, and those beside it", async () => {
  expect(await nearby("lib/a/grant.ts")).toEqual([
    "lib/a/grant.test.ts",
    "lib/b/token.test.ts",
    "lib/c/list.test.ts",
    "lib/a/other.test.ts",
  ]);
});

it("finds a changed test itself, and the tests in the nearest folder above a file that is no module", async () => {
  expect(await nearby("lib/d/alone.test.ts")).toEqual(["lib/d/alone.test.ts"]);
  expect(await nearby("lib/c/messages/de.json")).toEqual(["lib/c/list.test.ts"]);
  expect(await nearby("README.md")).toEqual([]);
});
