import { defineConfig } from "@playwright/test";
import { findBrowser } from "./scripts/find-browser.mjs";
import { testServer } from "./test/process/servers";

const QUIET = ["--no-first-run", "--disable-background-networking", "--disable-component-update"];
const AS_ROOT = ["--no-sandbox", "--disable-gpu", "--disable-sync"];

const { port, baseUrl, dataDir } = testServer;

export default defineConfig({
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  retries: 0,
  workers: 2,
  // Nothing waits for time; these are for machines that are busy with something else.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: baseUrl,
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
    // They start a second server, once.
    { name: "hosts", testMatch: "e2e/hosts/**/*.spec.ts", workers: 1 },
    ...["api", "console", "sellers", "languages", "accessibility"].map((folder) => ({
      name: folder,
      testMatch: `e2e/${folder}/**/*.spec.ts`,
    })),
  ],
  webServer: {
    command: "exec node scripts/start.mjs --built",
    url: `${baseUrl}/readyz`,
    env: { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "warn" },
    stdout: "pipe",
    timeout: 120_000,
    // The default, SIGKILL, would leave the database behind.
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
  },
});
