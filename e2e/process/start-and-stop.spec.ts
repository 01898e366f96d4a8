import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "@/lib/core/db/embedded/start";
import { expect, test } from "@/test/process/process-test";
import {
  commands,
  isAlive,
  isOpen,
  readPostmaster,
  servingPid,
} from "@/test/process/server-process";

const endings = {
  SIGTERM: (npm: number) => process.kill(npm, "SIGTERM"),
  // A terminal sends it to every process in the group.
  "Ctrl-C": (npm: number) => process.kill(-npm, "SIGINT"),
  "kill -9": (npm: number) => process.kill(npm, "SIGKILL"),
};

test(`npm start builds nothing again, and leaves no process or open port after ${Object.keys(endings).join(", ")}`, async ({
  instance,
  startServer,
}) => {
  for (const [name, end] of Object.entries(endings)) {
    const server = await startServer({ command: commands.npmStart, ownGroup: true });
    expect(server.output()).not.toContain("Creating an optimized production build");
    expect(server.output()).toContain("demo.json");
    const postmaster = await readPostmaster(instance);
    const npm = server.child.pid ?? 0;
    const pids = [npm, await servingPid(instance), postmaster.pid];
    const ports = [instance.port, instance.extensionPort, postmaster.port];
    await expect.poll(() => Promise.all(ports.map(isOpen)), name).toEqual([true, true, true]);
    expect(pids.map(isAlive), name).toEqual([true, true, true]);

    end(npm);
    await expect.poll(() => pids.map(isAlive), name).toEqual([false, false, false]);
    expect(await Promise.all(ports.map(isOpen)), name).toEqual([false, false, false]);
  }
});

test("a second start on the same folder names the running process, exits with 1, and touches nothing", async ({
  instance,
  spawnServer,
  startServer,
}) => {
  const first = await startServer();
  const lock = await readFile(join(instance.dataDir, "instance.lock"), "utf8");
  // Reading it changes its access time, and the sample extension may still do so.
  const storedAt = async () => (await stat(join(instance.dataDir, "demo.json"))).mtimeMs;
  const demo = await storedAt();

  for (const port of [instance.port, await freePort()]) {
    const second = spawnServer({ env: { PORT: String(port) } });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`Latchkey is already running on ${instance.dataDir}`);
    expect(second.output()).toContain(`process ${first.child.pid}`);
    expect(second.output()).toContain(instance.baseUrl);
  }

  expect(await readFile(join(instance.dataDir, "instance.lock"), "utf8")).toBe(lock);
  expect(await storedAt()).toBe(demo);
  expect((await fetch(`${instance.baseUrl}/readyz`)).status).toBe(200);
});
