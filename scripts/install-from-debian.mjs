import { existsSync, rmSync, writeFileSync } from "node:fs";
import { findProgram } from "./find-program.mjs";
import { CommandError, run } from "./run.mjs";

/**
 * Ensures that programs are on this machine, if need be from Debian's packages (as root), without starting services.
 * @param {Readonly<Record<string, string>>} packages By the program that they contain.
 * @returns {Promise<string[]>} The packages that are still missing.
 */
export async function installFromDebian(packages) {
  const missing = () => Object.keys(packages).filter((name) => !findProgram(name));
  const names = missing().map((name) => packages[name]);
  if (names.length > 0 && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    await fromDebian(names).catch((error) => {
      if (!(error instanceof CommandError)) throw error;
      process.stderr.write(`${error.message}\n`);
    });
  }
  return missing().map((name) => packages[name]);
}

async function fromDebian(packages) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const args = ["install", "--yes", "--no-install-recommends", ...packages];
  await run("apt-get", ["update"], { env });
  await withoutServices(() => run("apt-get", args, { env }));
}

/** Debian asks this program before a package starts its service; 101 means no. */
const POLICY = "/usr/sbin/policy-rc.d";

/** Installs packages without starting their services, which would take ports of this machine. */
async function withoutServices(work) {
  if (existsSync(POLICY)) return work();
  writeFileSync(POLICY, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    return await work();
  } finally {
    rmSync(POLICY);
  }
}

/** Debian packages, by the program that they contain. */
const PACKAGES = { nginx: "nginx-light", caddy: "caddy", promtool: "prometheus" };

/** Ensures that tests find nginx, Caddy and promtool, or else skip. @returns {Promise<string>} What there is. */
export async function installPrograms() {
  await installFromDebian(PACKAGES);
  return Object.keys(PACKAGES)
    .map((name) => findProgram(name) ?? `no ${name}`)
    .join(", ");
}

const HEADLESS = "chromium-headless-shell";

/**
 * Ensures that there is a Chromium for the browser tests. Its headless shell needs an eighth less CPU than the whole
 * browser, so it is installed from Debian (as root) even if there is a browser; otherwise Playwright's own is.
 * @returns {Promise<string>} Its path.
 * @throws {CommandError} with manual instructions.
 */
export async function installBrowser() {
  // Imported here because its packages have just been installed.
  const { findBrowser } = await import("./find-browser.mjs");
  if (!findBrowser()?.includes("headless")) await installFromDebian({ [HEADLESS]: HEADLESS });
  if (!findBrowser()) {
    const args = ["node_modules/playwright/cli.js", "install", "chromium"];
    await run(process.execPath, args).catch(({ message }) => process.stderr.write(`${message}\n`));
  }
  const browser = findBrowser();
  if (browser) return browser;
  throw new CommandError(
    "The browser tests need Chromium. Install it with: apt-get install chromium-headless-shell (as root), or npx playwright install --with-deps chromium",
  );
}
