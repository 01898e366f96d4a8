import { existsSync } from "node:fs";
import { findProxy } from "./find-proxy.mjs";
import { CommandError, run } from "./run.mjs";
import { withoutServices } from "./without-services.mjs";

/** Debian packages, by the program that they contain. */
const PACKAGES = { nginx: "nginx-light", caddy: "caddy" };

/**
 * Ensures that there are an nginx and a Caddy for the tests of examples/gateway: those of this machine, or else Debian's
 * (as root). Without them, these tests are skipped and say so.
 *
 * @returns {Promise<string>} What there is.
 */
export async function installProxies() {
  const missing = Object.keys(PACKAGES).filter((name) => !findProxy(name));
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    await fromDebian(missing.map((name) => PACKAGES[name])).catch((error) => {
      if (!(error instanceof CommandError)) throw error;
      process.stderr.write(`${error.message}\n`);
    });
  }
  return Object.keys(PACKAGES)
    .map((name) => findProxy(name) ?? `no ${name}`)
    .join(", ");
}

async function fromDebian(packages) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const args = ["install", "--yes", "--no-install-recommends", ...packages];
  await run("apt-get", ["update"], { env });
  await withoutServices(() => run("apt-get", args, { env }));
}
