import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const MODULES = ["app", "components", "lib", "scripts", "test", "instrumentation.ts", "server.ts"];

/** @returns {string[]} The project's files that may import each other, including those that git does not know yet. */
export function moduleFiles() {
  return list("ls-files", "--cached", "--others", "--exclude-standard", "--", ...MODULES);
}

/** @returns {string[]} Files that differ from the last commit, or that git does not know yet. */
export function changedFiles() {
  return [
    ...list("diff", "--name-only", "HEAD"),
    ...list("ls-files", "--others", "--exclude-standard"),
  ];
}

/** Deleted files are left out. @param {string[]} args */
function list(...args) {
  const files = execFileSync("git", args, { encoding: "utf8" }).split("\n");
  return [...new Set(files)].filter((file) => file !== "" && existsSync(file));
}
