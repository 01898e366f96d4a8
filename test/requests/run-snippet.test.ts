import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { freePort } from "@/lib/core/db/embedded/start";
import { snippetFolder } from "@/test/requests/run-snippet";

it("a removed folder leaves no process behind, not even one that npm started", async () => {
  const port = await freePort();
  const call = () => fetch(`http://127.0.0.1:${port}`);
  const folder = await snippetFolder({
    "package.json": JSON.stringify({ type: "module", scripts: { start: "node server.js" } }),
    "server.js": `import { createServer } from "node:http";
      createServer((request, response) => response.end()).listen(${port}, "127.0.0.1");`,
  });
  const isServing = async () => (await call().catch(() => null)) !== null;
  await folder.start("npm", ["start"], isServing);
  await folder.remove();
  await expect(call()).rejects.toThrow("fetch failed");
  expect(existsSync(folder.path)).toBe(false);
});
