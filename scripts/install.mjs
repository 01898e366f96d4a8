import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { npm } from "./run.mjs";

/**
 * Installs the locked packages of a folder unless exactly these are already installed.
 * @param {{ development?: boolean }} [options] Whether packages for tests and checks are needed, too.
 * @returns {Promise<string>} What was done.
 */
export async function install(folder, { development = false } = {}) {
  if (isInstalled(folder, development)) return "installed";
  const packages = development ? "--include=dev" : "--omit=dev";
  await npm(["ci", packages, "--ignore-scripts", "--no-audit", "--no-fund"], folder);
  return "installed now";
}

/** Compares the lock file with npm's own record of what it installed. */
function isInstalled(folder, development) {
  const record = join(folder, "node_modules/.package-lock.json");
  if (!existsSync(record)) return false;
  const locked = packagesOf(join(folder, "package-lock.json"));
  const installed = packagesOf(record);
  return Object.entries(locked).every(
    ([path, { version, integrity, optional, link, dev }]) =>
      path === "" ||
      link ||
      (dev && !development) ||
      (optional && !installed[path]) ||
      (installed[path]?.version === version && installed[path].integrity === integrity),
  );
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}
