import { isRunning, workerPids } from "@/test/process/process-family";
import { expect, test } from "@/test/process/process-test";
import { isOpen, servingPid } from "@/test/process/server-process";

test.skip(process.platform !== "linux", "reads processes from /proc, which only Linux has");

test("kill -9 of the primary leaves no worker and no open port, and the next start works", async ({
  instance,
  startServer,
}) => {
  const env = { WORKERS: "2", DEMO: "0" };
  const server = await startServer({ env });
  const primary = await servingPid(instance);
  const workers = workerPids(primary);
  expect(workers).toHaveLength(2);
  process.kill(primary, "SIGKILL");
  await server.ended;
  await expect.poll(() => workers.map(isRunning)).toEqual([false, false]);
  expect(await isOpen(instance.port)).toBe(false);
  const again = await startServer({ env });
  again.child.kill("SIGTERM");
  expect(await again.ended).toBe(0);
});
