import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findViolations } from "./layers/find-violations.mjs";

it("reports an import that points up a layer, and accepts one that points down", () => {
  const root = mkdtempSync(join(tmpdir(), "latchkey-layers-"));
  mkdirSync(join(root, "lib/core"), { recursive: true });
  mkdirSync(join(root, "lib/api"), { recursive: true });
  writeFileSync(join(root, "lib/core/up.ts"), 'import "../api/down";\n');
  writeFileSync(join(root, "lib/api/down.ts"), 'import "@/lib/core/up";\n');
  expect(findViolations(root, ["lib/core/up.ts", "lib/api/down.ts"])).toEqual({
    violations: [
      "lib/core/up.ts imports lib/api/down: A folder of lib imports only folders below it in .config/layers.mjs.",
    ],
    imports: 2,
  });
  rmSync(root, { recursive: true });
});
