import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findViolations } from "./check-layers.mjs";

it("reports an import that points up a layer, and accepts one that points down", () => {
  const root = mkdtempSync(join(tmpdir(), "latchkey-layers-"));
  mkdirSync(join(root, "lib/core"), { recursive: true });
  mkdirSync(join(root, "lib/api"), { recursive: true });
  writeFileSync(join(root, "lib/core/up.ts"), 'import "../api/down";\n');
  writeFileSync(join(root, "lib/api/down.ts"), 'import "@/lib/core/up";\n');
  expect(findViolations(root, ["lib/core/up.ts", "lib/api/down.ts"])).toEqual({
    violations: [
      "lib/core/up.ts imports lib/api/down: A room of lib imports only rooms before it in .config/layers.mjs.",
    ],
    imports: 2,
  });
  rmSync(root, { recursive: true });
});

it("reports a read on a page that is no operation, and accepts one that is and one of who opens the page", () => {
  const root = mkdtempSync(join(tmpdir(), "latchkey-layers-"));
  mkdirSync(join(root, "app/clients"), { recursive: true });
  mkdirSync(join(root, "lib/clients"), { recursive: true });
  const uses = 'import "@/lib/clients/repository";\n';
  writeFileSync(join(root, "lib/clients/list.ts"), uses);
  writeFileSync(join(root, "lib/clients/require-client.ts"), uses);
  writeFileSync(join(root, "lib/clients/get.ts"), `${uses}export const get = operation({});\n`);
  const page = ["list", "require-client", "get"].map((name) => `import "@/lib/clients/${name}";`);
  writeFileSync(join(root, "app/clients/page.tsx"), page.join("\n"));
  expect(findViolations(root, ["app/clients/page.tsx"]).violations).toEqual([
    "app/clients/page.tsx imports lib/clients/list: A page reads only through perform: what it imports from lib and uses a repository is an operation.",
  ]);
  rmSync(root, { recursive: true });
});
