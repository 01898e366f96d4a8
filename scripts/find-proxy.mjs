import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Debian installs nginx where only root's PATH looks. */
const FOLDERS = ["/usr/sbin", "/usr/bin", "/usr/local/bin"];

/**
 * Finds a proxy on this machine.
 *
 * @param {"nginx" | "caddy"} name
 * @returns {string | undefined} Its path.
 */
export function findProxy(name) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...FOLDERS];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
