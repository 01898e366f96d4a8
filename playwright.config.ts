import { defineConfig } from "@playwright/test";
import { testServers } from "./e2e/support/servers";
import { findBrowser } from "./scripts/find-browser.mjs";

const QUIET = ["--no-first-run", "--disable-background-networking", "--disable-component-update"];
const AS_ROOT = ["--no-sandbox", "--disable-gpu", "--disable-sync"];

/**
 * The API's tests run against both hosts, the pages' against the one that people get. Those of the
 * process start servers of their own.
 */
const testMatch = {
  "fast-lane": ["api/**/*.spec.ts", "pages/**/*.spec.ts"],
  next: "api/**/*.spec.ts",
};

export default defineConfig({
  testDir: "e2e",
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
    trace: "retain-on-failure",
  },
  projects: [
    ...testServers.map(({ project, baseUrl }) => ({
      name: project,
      testMatch: testMatch[project],
      use: { baseURL: baseUrl },
    })),
    { name: "process", testMatch: "process/**/*.spec.ts", timeout: 180_000 },
  ],
  webServer: testServers.map(({ project, port, baseUrl, dataDir }) => ({
    name: project,
    command: "exec node scripts/start.mjs --built",
    url: `${baseUrl}/readyz`,
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      FAST_LANE: project === "fast-lane" ? "1" : "0",
      LOG_LEVEL: "warn",
    },
    stdout: "pipe",
    timeout: 120_000,
    // The default, SIGKILL, would leave the database behind.
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
  })),
});
