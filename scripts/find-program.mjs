import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Debian installs nginx where only root's PATH looks. */
const FOLDERS = ["/usr/sbin", "/usr/bin", "/usr/local/bin"];

/**
 * Finds a program that some tests and examples need.
 *
 * @param {"nginx" | "caddy" | "promtool"} name
 * @returns {string | undefined} Its path.
 */
export function findProgram(name) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...FOLDERS];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
