import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { freePort } from "@/lib/core/db/embedded/start";
import { findProgram } from "@/scripts/find-program.mjs";
import { expect, test } from "@/test/process/process-test";
import { commands, isOpen, untilReady } from "@/test/process/server-process";
import { childEnv } from "@/test/process/servers";

const run = promisify(execFile);

test("the example gateway: the commands of its README get the documented responses through both proxies", async ({
  instance,
  spawnServer,
}) => {
  for (const name of ["nginx", "caddy"] as const) {
    test.skip(!findProgram(name), `${name} is not installed, and apt-get could not install it`);
  }
  const ports = {
    LATCHKEY_PORT: String(instance.port),
    PLATFORM_PORT: String(await freePort()),
    ACCOUNTS_PORT: String(await freePort()),
    EXTENSION_PORT: String(instance.extensionPort),
    NGINX_PORT: String(await freePort()),
    CADDY_PORT: String(await freePort()),
  };
  const example = spawnServer({ command: commands.exampleGateway, env: ports, ownGroup: true });
  await untilReady(example, /^Everything runs\./m);

  const readme = await readFile("examples/gateway/README.md", "utf8");
  const [, block = ""] = /```sh\n(# a call through nginx\n.*?)```/s.exec(readme) ?? [];
  for (const port of [ports.NGINX_PORT, ports.CADDY_PORT]) {
    const variables = { DATA_DIR: instance.dataDir, NGINX_PORT: port };
    const { stdout, stderr } = await run("sh", ["-c", block], { env: childEnv(variables) });
    expect(stderr).toBe("");
    expect([...stdout.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
      "200",
      "403",
      "403",
    ]);
    expect(stdout).toContain('"order_id":"HL-4101"');
    expect(stdout).toContain('"error":"call_denied"');
    expect(stdout).toContain('"error":"insufficient_scope"');
  }
  expect(example.output()).toMatch(/orders\/: parcelwise-2019 as system:\w+, company 7001/);

  await test.step("without a token, the platform's own check answers, whatever headers say", async () => {
    const headers = { "x-latchkey-client-id": "shipfast-sample", "x-latchkey-company-id": "7001" };
    const path = "/service/application/catalog/v1.0/products/";
    for (const port of [ports.NGINX_PORT, ports.CADDY_PORT]) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="Market Hall"');
    }
  });

  await test.step("Ctrl-C stops everything", async () => {
    process.kill(-(example.child.pid ?? 0), "SIGINT");
    await example.ended;
    const open = await Promise.all(Object.values(ports).map((port) => isOpen(Number(port))));
    expect(open).toEqual([false, false, false, false, false, false]);
  });
});
