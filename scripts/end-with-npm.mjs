import { existsSync, readFileSync } from "node:fs";

const PARENT_CHECK_MS = 500;
const SHELL = /^(?:ba|da|a|z)?sh$/;

/**
 * Ends with npm, if npm started this. npm passes a signal on to the shell between it and this
 * process, and the shell does not; and a kill -9 nobody can pass on.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const first = ancestors();
  setInterval(() => {
    if (ancestors() !== first) process.kill(process.pid, "SIGTERM");
  }, PARENT_CHECK_MS).unref();
}

/** The parent, and npm above it if the parent is a shell; whoever started npm may go. */
function ancestors() {
  const parent = process.ppid;
  const stat = `/proc/${parent}/stat`;
  // Where the system does not say it in a file, only the parent is watched.
  if (!existsSync(stat)) return String(parent);
  const [, name, , grandparent] = /\((.*)\) (\S+) (\d+)/.exec(readFileSync(stat, "utf8")) ?? [];
  return SHELL.test(name) ? `${parent} ${grandparent}` : String(parent);
}
