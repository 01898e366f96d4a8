import { defineConfig } from "@playwright/test";
import { findBrowser } from "./scripts/find-browser.mjs";
import type { HostOption } from "./test/browser/test";
import { testServer, testServers } from "./test/process/servers";

const QUIET = ["--no-first-run", "--disable-background-networking", "--disable-component-update"];
const AS_ROOT = ["--no-sandbox", "--disable-gpu", "--disable-sync"];

/** Folders with tests of pages, on the host that people get. */
const PAGES = ["console", "sellers", "languages", "accessibility"];

export default defineConfig<object, HostOption>({
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  retries: 0,
  workers: 2,
  // Nothing waits for time; these are for machines that are busy with something else.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    launchOptions: {
      executablePath: findBrowser(),
      args: process.getuid?.() === 0 ? [...QUIET, ...AS_ROOT] : QUIET,
    },
    screenshot: "only-on-failure",
  },
  projects: [
    // They start servers of their own, and builds and starts of one folder exclude each other. Being first, they take
    // one worker while the other runs the rest.
    {
      name: "process",
      testMatch: "e2e/process/**/*.spec.ts",
      timeout: 180_000,
      workers: 1,
    },
    // The API gives the same answers on both hosts.
    ...testServers.map(({ host, baseUrl }) => ({
      name: `api-${host}`,
      testMatch: "e2e/hosts/**/*.spec.ts",
      use: { host, baseURL: baseUrl },
    })),
    ...PAGES.map((folder) => ({
      name: folder,
      testMatch: `e2e/${folder}/**/*.spec.ts`,
      use: { baseURL: testServer("fast-lane").baseUrl },
    })),
  ],
  webServer: testServers.map(({ host, port, baseUrl, dataDir }) => ({
    name: host,
    command: "exec node scripts/start.mjs --built",
    url: `${baseUrl}/readyz`,
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      FAST_LANE: host === "fast-lane" ? "1" : "0",
      LOG_LEVEL: "warn",
    },
    stdout: "pipe",
    timeout: 120_000,
    // The default, SIGKILL, would leave the database behind.
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
  })),
});
