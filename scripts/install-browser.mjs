import { existsSync } from "node:fs";
import { CommandError, run } from "./run.mjs";

/**
 * Ensures that there is a Chromium for the browser tests. Its headless shell needs an eighth less CPU than the whole
 * browser, so it is installed from Debian (as root) even if there is a browser; otherwise Playwright's own is.
 *
 * @returns {Promise<string>} Its path.
 * @throws {CommandError} with manual instructions.
 */
export async function installBrowser() {
  // Imported here because its packages have just been installed.
  const { findBrowser } = await import("./find-browser.mjs");
  if (!findBrowser()?.includes("headless")) await fromDebian().catch(report);
  if (!findBrowser()) await fromPlaywright().catch(report);
  const browser = findBrowser();
  if (browser) return browser;
  throw new CommandError(
    "The browser tests need Chromium. Install it with: apt-get install chromium-headless-shell (as root), or npx playwright install --with-deps chromium",
  );
}

async function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update"], { env });
  await run("apt-get", ["install", "--yes", "--no-install-recommends", "chromium-headless-shell"], {
    env,
  });
}

async function fromPlaywright() {
  await run(process.execPath, ["node_modules/playwright/cli.js", "install", "chromium"]);
}

/** @param {Error} error */
function report({ message }) {
  process.stderr.write(`${message}\n`);
}
