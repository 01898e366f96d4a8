import { expect, it } from "vitest";
import { createFolder } from "@/test/process/create-folder";
import { findViolations } from "./check-layers.mjs";

it("reports an import that points up a layer, and accepts one that points down", async () => {
  const root = await createFolder({
    "lib/core/up.ts": 'import "../api/down";\n',
    "lib/api/down.ts": 'import "@/lib/core/up";\n',
  });
  expect(findViolations(root, ["lib/core/up.ts", "lib/api/down.ts"])).toEqual({
    violations: [
      "lib/core/up.ts imports lib/api/down: A room of lib imports only rooms before it in .config/layers.mjs.",
    ],
    imports: 2,
  });
});

it("reports a read on a page that is no operation, and accepts one that is and one of who opens the page", async () => {
  const uses = 'import "@/lib/clients/repository";\n';
  const page = ["list", "require-client", "get"].map((name) => `import "@/lib/clients/${name}";`);
  const root = await createFolder({
    "lib/clients/list.ts": uses,
    "lib/clients/require-client.ts": uses,
    "lib/clients/get.ts": `${uses}export const get = operation({});\n`,
    "app/clients/page.tsx": page.join("\n"),
  });
  expect(findViolations(root, ["app/clients/page.tsx"]).violations).toEqual([
    "app/clients/page.tsx imports lib/clients/list: A page reads only through perform: what it imports from lib and uses a repository is an operation.",
  ]);
});
