import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isInstalled } from "@/test/process/is-installed";
import { childEnv } from "@/test/process/servers";

// The number of arguments, and each with a NUL behind it.
const CURL = `curl() { printf '%s\\0' "$#" "$@"; }`;
// What an interactive bash also reads; it prints the lines that it changed to standard error.
const INTERACTIVE = "set -o history -o histexpand\n";

/** The shells of this machine that a person may paste commands into, with what prepares each. */
const SHELLS = [
  { shell: "sh", prepare: "" },
  ...(isInstalled("bash") ? [{ shell: "bash", prepare: INTERACTIVE }] : []),
  ...(isInstalled("zsh") ? [{ shell: "zsh", prepare: "" }] : []),
];

/**
 * The arguments that curl gets from each command, pasted into one shell after the other.
 * @param variables what the person has set
 * @throws if shells disagree, one prints an error, or a command does anything else, such as writing a file
 */
export function shellArguments(
  commands: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): string[][] {
  const results = SHELLS.map(({ shell, prepare }) => {
    const cwd = mkdtempSync(join(tmpdir(), "latchkey-shell-"));
    try {
      const printed = execFileSync(shell, {
        cwd,
        input: `${prepare}${CURL}\n${commands.join("\n")}\n`,
        env: childEnv({ HOME: cwd, LC_ALL: "C.UTF-8", ...variables }),
        encoding: "utf8",
        stdio: ["pipe", "pipe", "pipe"],
      });
      const written = readdirSync(cwd);
      if (written.length > 0) throw new Error(`a command wrote ${written.join(", ")}`);
      return readCalls(printed);
    } finally {
      rmSync(cwd, { recursive: true });
    }
  });
  const [first = []] = results;
  const other = results.find((calls) => JSON.stringify(calls) !== JSON.stringify(first));
  if (other) throw new Error("the shells pass different arguments");
  return first;
}

function readCalls(printed: string): string[][] {
  const fields = printed.split("\0").slice(0, -1);
  const calls: string[][] = [];
  for (let start = 0; start < fields.length; start += Number(fields[start]) + 1) {
    calls.push(fields.slice(start + 1, start + 1 + Number(fields[start])));
  }
  return calls;
}
