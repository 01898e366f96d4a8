import { existsSync, rmSync, writeFileSync } from "node:fs";
import { findProgram } from "./find-program.mjs";
import { CommandError, run } from "./run.mjs";

/** Debian packages, by the program that they contain. */
const PACKAGES = { nginx: "nginx-light", caddy: "caddy", promtool: "prometheus" };

/**
 * Ensures that there are an nginx and a Caddy for the tests of examples/gateway, and Prometheus' promtool for those of
 * deploy/observability: those of this machine, or else Debian's (as root). Without them, these tests are skipped and say
 * so.
 *
 * @returns {Promise<string>} What there is.
 */
export async function installPrograms() {
  const missing = Object.keys(PACKAGES).filter((name) => !findProgram(name));
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    await fromDebian(missing.map((name) => PACKAGES[name])).catch((error) => {
      if (!(error instanceof CommandError)) throw error;
      process.stderr.write(`${error.message}\n`);
    });
  }
  return Object.keys(PACKAGES)
    .map((name) => findProgram(name) ?? `no ${name}`)
    .join(", ");
}

async function fromDebian(packages) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const args = ["install", "--yes", "--no-install-recommends", ...packages];
  await run("apt-get", ["update"], { env });
  await withoutServices(() => run("apt-get", args, { env }));
}

/** Debian asks this program before a package starts its service; 101 means no. */
const POLICY = "/usr/sbin/policy-rc.d";

/**
 * Installs packages without starting their services, which would take ports of this machine.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function withoutServices(work) {
  if (existsSync(POLICY)) return work();
  writeFileSync(POLICY, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    return await work();
  } finally {
    rmSync(POLICY);
  }
}
