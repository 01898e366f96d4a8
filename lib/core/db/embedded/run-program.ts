import { spawnSync } from "node:child_process";
import type { Account } from "@/lib/core/db/embedded/account";

/** Environment of PostgreSQL's programs: none of the service's variables, and messages in English. */
export const PROGRAM_ENV = {
  PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
  TZ: "UTC",
  // Ignored by PostgreSQL, but required by the types Next adds.
  NODE_ENV: "production",
} as const;

/**
 * Runs one of PostgreSQL's programs to completion.
 *
 * @param input Standard input. Secrets go here, never into arguments.
 * @throws Error with the program's output if it fails.
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
