import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Debian installs servers where only root's PATH looks. */
const FOLDERS = ["/usr/sbin", "/usr/bin", "/usr/local/bin"];
/** Debian keeps PostgreSQL's versions side by side, out of the PATH. */
const POSTGRES = "/usr/lib/postgresql";

/** Finds a program here, or one of PostgreSQL's newest version; undefined if there is none. @param {string} name */
export function findProgram(name) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...FOLDERS, ...postgresFolders()];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

function postgresFolders() {
  if (!existsSync(POSTGRES)) return [];
  const versions = readdirSync(POSTGRES).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(POSTGRES, version, "bin"));
}
