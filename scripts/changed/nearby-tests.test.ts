import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
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
let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "latchkey-nearby-"));
  for (const [file, text] of Object.entries(SOURCES)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
});
afterAll(() => rmSync(root, { recursive: true }));

it("finds the test of a changed file first, then those that import it, and those beside it", () => {
  expect(nearbyTests(root, files, ["lib/a/grant.ts"])).toEqual([
    "lib/a/grant.test.ts",
    "lib/b/token.test.ts",
    "lib/c/list.test.ts",
    "lib/a/other.test.ts",
  ]);
});

it("finds a changed test itself, and the tests in the nearest folder above a file that is no module", () => {
  expect(nearbyTests(root, files, ["lib/d/alone.test.ts"])).toEqual(["lib/d/alone.test.ts"]);
  expect(nearbyTests(root, files, ["lib/c/messages/de.json"])).toEqual(["lib/c/list.test.ts"]);
  expect(nearbyTests(root, files, ["README.md"])).toEqual([]);
});
