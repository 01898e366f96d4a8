import { rm } from "node:fs/promises";
import { test as base } from "@playwright/test";
import {
  type Instance,
  newInstance,
  type ServerProcess,
  type StartOptions,
  spawnServer,
  stopServer,
  untilReady,
} from "@/test/process/server-process";

type ProcessFixtures = {
  /** A folder and ports for this test, removed afterwards. */
  instance: Instance;
  /**
   * Starts a server on them without waiting for it; a server still running after the test is ended.
   */
  spawnServer(options?: StartOptions): ServerProcess;
  /** The same, and waits until it is ready. */
  startServer(options?: StartOptions): Promise<ServerProcess>;
};

/** Playwright's test for tests that need their own servers. */
export const test = base.extend<ProcessFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern here, even an empty one
  instance: async ({}, use) => {
    const instance = await newInstance();
    await use(instance);
    await rm(instance.dataDir, { recursive: true });
  },
  spawnServer: async ({ instance }, use) => {
    const spawned: ServerProcess[] = [];
    await use((options) => {
      const server = spawnServer(instance, options);
      spawned.push(server);
      return server;
    });
    for (const server of spawned) await stopServer(server);
  },
  startServer: async ({ spawnServer: spawnOne }, use) => {
    await use(async (options) => {
      const server = spawnOne(options);
      await untilReady(server);
      return server;
    });
  },
});

export { expect } from "@playwright/test";
