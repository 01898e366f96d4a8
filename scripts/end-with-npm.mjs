import { existsSync, readFileSync } from "node:fs";

const PARENT_CHECK_MS = 500;
const SHELL = /^(?:ba|da|a|z)?sh$/;

/**
 * Ends this process together with npm, if npm started it. npm passes signals only to the shell in between, which does
 * not forward them, and kill -9 cannot be forwarded at all.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const first = ancestors();
  setInterval(() => {
    if (ancestors() !== first) process.kill(process.pid, "SIGTERM");
  }, PARENT_CHECK_MS).unref();
}

/** The parent, and npm above it if the parent is a shell; whatever started npm may end. */
function ancestors() {
  const parent = process.ppid;
  const stat = `/proc/${parent}/stat`;
  // Where the system has no such file, only the parent is watched.
  if (!existsSync(stat)) return String(parent);
  const [, name, , grandparent] = /\((.*)\) (\S+) (\d+)/.exec(readFileSync(stat, "utf8")) ?? [];
  return SHELL.test(name) ? `${parent} ${grandparent}` : String(parent);
}
