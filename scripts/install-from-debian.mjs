import { existsSync, rmSync, writeFileSync } from "node:fs";
import { findProgram } from "./find-program.mjs";
import { CommandError, run } from "./run.mjs";

/**
 * Ensures that programs are on this machine, if need be from Debian's packages (as root), without starting services.
 *
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
