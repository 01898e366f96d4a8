import { spawnSync } from "node:child_process";
import type { Account } from "@/lib/kernel/db/embedded/account";

/** What PostgreSQL's programs get of the environment: no variable of ours, and messages in English. */
export const PROGRAM_ENV = {
  PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
  // Means nothing to PostgreSQL; the types that Next adds require it.
  NODE_ENV: "production",
} as const;

/**
 * Runs one of PostgreSQL's programs to its end.
 *
 * @param input Goes to its standard input: secrets never stand among the arguments.
 * @throws Error with what it said, if it does not succeed.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  account: Account,
  input = "",
): void {
  const run = spawnSync(program, args, {
    ...account,
    cwd: "/",
    env: PROGRAM_ENV,
    input,
    encoding: "utf8",
  });
  if (run.status === 0) return;
  throw new Error(
    `${program} failed: ${run.stderr || run.error?.message || `code ${run.status}`}`,
    {
      cause: run.error,
    },
  );
}
