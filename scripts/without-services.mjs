import { existsSync, rmSync, writeFileSync } from "node:fs";

/** Debian asks this program before a package starts its service; 101 means no. */
const POLICY = "/usr/sbin/policy-rc.d";

/**
 * Installs packages without starting their services, which would take ports of this machine.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withoutServices(work) {
  if (existsSync(POLICY)) return work();
  writeFileSync(POLICY, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    return await work();
  } finally {
    rmSync(POLICY);
  }
}
