import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "@/lib/core/db/embedded/start";
import { findProgram } from "@/scripts/find-program.mjs";
import { mintServiceToken } from "@/test/factories/mint-platform";
import { expect, test } from "@/test/process/process-test";
import { serveUpstream } from "@/test/process/serve-upstream";
import { connectServerDatabase } from "@/test/process/server-database";
import { isOpen } from "@/test/process/server-process";
import { callExactly } from "@/test/requests/call-exactly";

const PRODUCTS = "/service/application/catalog/v1.0/products/";
const IMPORT = "/service/platform/directory/v1.0/import?dry_run=true";

test("the nginx configuration of docs/platform.md sends each path to the right server", async ({
  instance,
  startServer,
  spawnServer,
}) => {
  test.skip(!findProgram("nginx"), "nginx is not installed, and apt-get could not install it");
  await startServer({ env: { DEMO: "0" } });
  const upstream = await serveUpstream();
  const port = await freePort();
  const text = await readFile("docs/platform.md", "utf8");
  const [, documented = ""] = /```nginx\n(.*?)```/s.exec(text) ?? [];
  const config = documented
    .replace(/^ssl_certificate.*\n/gm, "")
    .replaceAll("listen 443 ssl;", `listen 127.0.0.1:${port};`)
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${instance.port}`)
    .replaceAll("127.0.0.1:8000", new URL(upstream.origin).host);
  const configFile = join(instance.dataDir, "platform.conf");
  await writeFile(configFile, config);
  const folder = join(instance.dataDir, "nginx");
  const env = { PROXY: "nginx", CONFIG_FILE: configFile, RUN_DIR: folder };
  const command = [process.execPath, "scripts/example-gateway/start-proxy.mjs"] as const;
  spawnServer({ command, env });
  await expect.poll(() => isOpen(port)).toBe(true);

  const call = (name: string, path: string) =>
    callExactly(`http://127.0.0.1:${port}`, path, { headers: { host: `${name}:${port}` } });
  const paths = [...text.matchAll(/^\| `(\/\S+\/)` \|/gm)].map(([, path = ""]) => path);
  expect(paths).toHaveLength(6);
  for (const path of paths) await call("api.example.com", `${path}x`);
  await call("auth.example.com", PRODUCTS);
  expect(upstream.calls).toEqual([]);
  await call("api.example.com", PRODUCTS);
  expect(upstream.calls).toHaveLength(1);
  expect(upstream.calls[0]?.headers.host).toBe(`api.example.com:${port}`);

  const close = connectServerDatabase(instance);
  const authorization = `Bearer ${await mintServiceToken(["platform/directory/write"])}`;
  await close();
  // Longer than nginx takes by default.
  const line = `${JSON.stringify({ type: "company", company_id: 1, name: "x".repeat(50_000) })}\n`;
  for (const host of ["api.example.com", "auth.example.com"]) {
    const headers = { host, authorization, "content-type": "application/x-ndjson" };
    const options = { method: "POST", headers, body: line.repeat(30) };
    const answer = await callExactly(`http://127.0.0.1:${port}`, IMPORT, options);
    expect(answer.status, host).toBe(200);
    expect(answer.body.trim().split("\n"), host).toHaveLength(30);
  }
  await upstream.close();
});
