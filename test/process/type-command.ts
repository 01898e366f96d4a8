import { vi } from "vitest";
import { runCommand } from "@/scripts/latchkey/run-command";

/**
 * Runs a `latchkey` command in this process.
 *
 * @param args For example `["gate", "check", file]`.
 * @returns Its exit code and what it printed.
 */
export async function typeCommand(args: readonly string[], isPackaged = false) {
  const printed = { stdout: "", stderr: "" };
  const streams = ["stdout", "stderr"] as const;
  const spies = streams.map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      printed[name] += text;
      return true;
    }),
  );
  try {
    const status = await runCommand(args, "npm run latchkey --", isPackaged);
    return { status, ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
